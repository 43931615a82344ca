import { describe, expect, it, vi } from 'vitest'
import { Unconfirmed } from '../src/broker.ts'
import { aMessage, recorder } from './bench.ts'
import { publishUntilConfirmed, soon, startFaultyRabbitmq, type FaultyRabbitmq } from './faulty-rabbitmq.ts'
import { startRelay } from './mute-channels.ts'
import { rabbitmqUrl, withConnection } from './rabbitmq-bench.ts'
import { isListening, isUsable } from './usable.ts'

const usable = isUsable(`RabbitMQ at ${new URL(rabbitmqUrl).host}`, await isListening(rabbitmqUrl))

const withFaultyRabbitmq = (test: (faulty: FaultyRabbitmq) => Promise<void>) => async () => {
  const faulty = await startFaultyRabbitmq()
  try {
    await test(faulty)
  } finally {
    await faulty.close()
  }
}

// a silent broker is noticed only after a time limit, so these tests wait concurrently
describe.runIf(usable).concurrent('the RabbitMQ broker if RabbitMQ is silent', { timeout: 60_000 }, () => {
  it(
    'rejects after 5 s, can close regardless, and recovers',
    withFaultyRabbitmq(async ({ proxy, connect }) => {
      const broker = await connect()
      const closing = await connect()
      proxy.freeze()
      const from = Date.now()
      const rejected = expect(broker.publish(aMessage())).rejects.toThrow(Unconfirmed)
      await closing.close()
      expect(Date.now() - from).toBeLessThan(4_000)
      await rejected
      expect(Date.now() - from).toBeLessThan(7_000)
      proxy.cut()
      await publishUntilConfirmed(broker)
    }),
  )

  it(
    'detects it by its heartbeat',
    withFaultyRabbitmq(async ({ proxy, orders, connect }) => {
      const broker = await connect()
      const seen = recorder()
      await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
      proxy.freeze()
      await soon(() => expect(broker.isUp()).toBe(false))
      const message = aMessage()
      await publishUntilConfirmed(broker, message)
      await soon(() => expect(seen.ids()).toEqual([message.id]))
    }),
  )

  it(
    'receives messages again after its queue is deleted and declared in the same moment',
    withFaultyRabbitmq(async ({ orders, connect }) => {
      const broker = await connect()
      const other = await connect()
      const seen = recorder()
      await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
      await withConnection(async (connection) => (await connection.createChannel()).deleteQueue(orders))
      await other.subscribe({ queue: orders, concurrency: 1, handle: seen.handle }).then(({ stop }) => stop())
      const message = aMessage()
      await publishUntilConfirmed(broker, message)
      await soon(() => expect(seen.ids()).toContain(message.id))
    }),
  )

  it(
    'connects again if RabbitMQ no longer responds on the channel of a subscription',
    withFaultyRabbitmq(async ({ orders, connect }) => {
      const relay = await startRelay(rabbitmqUrl)
      const broker = await connect(relay.url)
      const seen = recorder()
      await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
      const [before, after] = [aMessage(), aMessage()]
      await broker.publish(before)
      await soon(() => expect(seen.ids()).toEqual([before.id]))
      relay.muteChannels('fault test consuming')
      await broker.publish(after)
      await vi.waitFor(() => expect(seen.ids()).toEqual([before.id, after.id]), 40_000)
      await broker.close()
      relay.close()
    }),
  )
})
