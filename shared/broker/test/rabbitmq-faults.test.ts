import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '@appointments/runtime'
import { Poison, Unconfirmed, Unroutable } from '../src/broker.ts'
import type { AppliedReply, Topology } from '../src/broker.ts'
import { deadLettersCommand } from '../src/dead-letters-command.ts'
import { replayDeadLetters } from '../src/rabbitmq/dead-letter-queue.ts'
import { queueNames } from '../src/rabbitmq/topology.ts'
import { aMessage, gate, recorder } from './bench.ts'
import { publishUntilConfirmed, soon, startFaultyRabbitmq, type FaultyRabbitmq } from './faulty-rabbitmq.ts'
import { rabbitmqUrl, withConnection } from './rabbitmq-bench.ts'
import { isListening, isUsable } from './usable.ts'

const usable = isUsable(`RabbitMQ at ${new URL(rabbitmqUrl).host}`, await isListening(rabbitmqUrl))
const run = promisify(execFile)
const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

describe.runIf(usable)('the RabbitMQ broker under faults', { timeout: 60_000 }, () => {
  let faulty: FaultyRabbitmq
  let topology: Topology
  let orders: string
  let proxy: FaultyRabbitmq['proxy']

  beforeEach(async () => {
    faulty = await startFaultyRabbitmq()
    ;({ topology, orders, proxy } = faulty)
  })
  afterEach(() => faulty.close(), 30_000)

  it('starts without the broker and connects when the broker starts', async () => {
    await proxy.shut()
    const broker = await faulty.connect()
    const replies: AppliedReply[] = []
    const seen = recorder()
    await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
    const address = await broker.openReplies((reply) => replies.push(reply))
    expect(broker.isUp()).toBe(false)
    const from = Date.now()
    await expect(broker.publish(aMessage())).rejects.toThrow(Unconfirmed)
    await expect(broker.deadLetters(orders)).rejects.toThrow(Unconfirmed)
    broker.reply(address, { messageId: 'lost', subscriber: 'nobody' })
    expect(Date.now() - from).toBeLessThan(200)

    await proxy.open()
    await soon(() => expect(broker.isUp()).toBe(true))
    const message = aMessage()
    await broker.publish(message)
    await soon(() => expect(seen.ids()).toEqual([message.id]))
    await soon(() => {
      broker.reply(address, { messageId: 'm', subscriber: 's' })
      expect(replies[0]).toEqual({ messageId: 'm', subscriber: 's' })
    })
  })

  it('reconnects with a new password when the broker requires one', async () => {
    const wrong = new URL(proxy.url)
    wrong.password = 'withdrawn'
    let url = wrong.href
    const broker = await faulty.connect(new Secret(() => url))
    expect(broker.isUp()).toBe(false)
    url = proxy.url
    await soon(() => expect(broker.isUp()).toBe(true))
  })

  it('resumes publishing, consuming and replies at the same address after its connections are reset', async () => {
    const broker = await faulty.connect()
    const replies: AppliedReply[] = []
    const { passed, open } = gate()
    const seen = recorder(({ attempt }) =>
      seen.deliveries.length === 1 && attempt === 1 ? passed : undefined,
    )
    await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
    const address = await broker.openReplies((reply) => replies.push(reply))
    const interrupted = aMessage()
    await broker.publish(interrupted)
    await soon(() => expect(seen.ids()).toEqual([interrupted.id]))
    proxy.cut()
    await soon(() => expect(broker.isUp()).toBe(false))
    await expect(broker.publish(aMessage())).rejects.toThrow(Unconfirmed)
    await soon(() => expect(broker.isUp()).toBe(true))
    // its channel is closed, so it cannot be acknowledged and the broker delivers it again
    open()
    await soon(() => expect(seen.ids()).toEqual([interrupted.id, interrupted.id]))
    await soon(() => {
      broker.reply(address, { messageId: 'm', subscriber: 's' })
      expect(replies[0]).toEqual({ messageId: 'm', subscriber: 's' })
    })
  })

  it('reconnects if a connection breaks at the end of a declaration', async () => {
    const broker = await faulty.connect()
    const seen = recorder()
    await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
    // the text that amqplib sends when it closes a channel
    void proxy.loseResponseTo('Goodbye')
    await broker.declare()
    const message = aMessage()
    await publishUntilConfirmed(broker, message)
    await soon(() => expect(seen.ids()).toContain(message.id))
  })

  it('subscribes again when its queue is deleted', async () => {
    const broker = await faulty.connect()
    const seen = recorder()
    await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
    for (const queue of [orders, queueNames(orders).transient]) {
      await withConnection(async (connection) => (await connection.createChannel()).deleteQueue(queue))
      const message = aMessage(queue === orders ? {} : { type: 'code', expiresInMs: 60_000 })
      await publishUntilConfirmed(broker, message)
      await soon(() => expect(seen.ids()).toContain(message.id))
    }
  })

  it('declares a deleted queue again even without a consumer', async () => {
    const broker = await faulty.connect()
    await withConnection(async (connection) => (await connection.createChannel()).deleteQueue(orders))
    const message = aMessage()
    await expect(broker.publish(message)).rejects.toThrow(Unroutable)
    await publishUntilConfirmed(broker, message)
    const seen = recorder()
    await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
    await soon(() => expect(seen.ids()).toEqual([message.id]))
  })

  it('declares a deleted exchange again', async () => {
    const broker = await faulty.connect()
    await withConnection(async (connection) =>
      (await connection.createChannel()).deleteExchange(topology.exchange),
    )
    await expect(broker.publish(aMessage())).rejects.toThrow(Unconfirmed)
    await publishUntilConfirmed(broker)
  })

  it('keeps a failed message until its deleted retry queue exists again', async () => {
    const broker = await faulty.connect()
    const seen = recorder(({ attempt }) => {
      if (attempt === 1) throw new Error('once more')
    })
    await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
    await withConnection(async (connection) =>
      (await connection.createChannel()).deleteQueue(queueNames(orders).retry(50)),
    )
    await broker.publish(aMessage())
    await soon(() => expect(seen.attempts()).toEqual([1, 2]))
  })

  it('uses a queue that exists with other arguments, and logs it', async () => {
    await withConnection(async (connection) => {
      const channel = await connection.createChannel()
      await channel.assertQueue(orders, { durable: true, arguments: { 'x-queue-type': 'classic' } })
      await channel.close()
    })
    const broker = await faulty.connect()
    expect(broker.isUp()).toBe(true)
    expect(faulty.errors).toEqual([
      { what: `queue ${orders}`, reason: expect.stringContaining('PRECONDITION_FAILED') as string },
    ])
    const seen = recorder(() => Promise.reject(new Error('no')))
    await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
    await broker.publish(aMessage())
    await soon(async () => expect(await broker.deadLetters(orders)).toHaveLength(1))
    expect(seen.attempts()).toEqual([1, 2])
  })

  it('declares the same topology from several services at the same time', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => faulty.connect()))
    await Promise.all(all.map((broker) => soon(() => broker.publish(aMessage()))))
    // as text, so that a failure shows the errors
    expect(JSON.stringify(faulty.errors)).toBe('[]')
  })

  it('dead-letters malformed messages', async () => {
    const broker = await faulty.connect()
    const seen = recorder()
    await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
    await withConnection(async (connection) => {
      const channel = await connection.createConfirmChannel()
      const bad = Buffer.from('{"phone": +41')
      channel.publish(topology.exchange, 'changed', bad, { messageId: 'bad-json', type: 'changed' })
      channel.publish(topology.exchange, 'changed', Buffer.from('{}'))
      channel.publish(topology.exchange, 'changed', Buffer.alloc(1_000_000, 0xff), {
        messageId: 'big',
        type: 'changed',
      })
      await channel.waitForConfirms()
    })
    const letters = await soon(async () => {
      const found = await broker.deadLetters(orders)
      expect(found).toHaveLength(3)
      return found
    })
    expect(new Map(letters.map(({ message, reason }) => [message.id, reason]))).toEqual(
      new Map([
        ['bad-json', 'The body is not JSON'],
        ['', 'The message has no id or no type'],
        ['big', 'The body is not JSON'],
      ]),
    )
    expect(seen.deliveries).toEqual([])
    expect(await withConnection((connection) => replayDeadLetters(connection, orders))).toBe(3)
    await soon(async () => expect(await broker.deadLetters(orders)).toHaveLength(3))
  })

  it('dead-letters a message that kills its consumer every time', async () => {
    const broker = await faulty.connect()
    const message = aMessage({ key: 'killer' })
    await broker.publish(message)
    const letters = await withConnection((connection) =>
      soon(async () => {
        const channel = await connection.createChannel()
        await channel.get(orders)
        await channel.close()
        const found = await broker.deadLetters(orders)
        expect(found).toHaveLength(1)
        return found
      }),
    )
    expect(letters[0]).toMatchObject({ message, reason: 'dead-lettered by the broker: delivery_limit' })
    // from the broker's clock, which may differ from ours
    expect(letters[0]!.at).toMatch(/^20\d\d-.*Z$/)
  })

  it('lists dead letters without bodies and replays them as new for the operator', async () => {
    const broker = await faulty.connect()
    const consumer = await broker.subscribe({
      queue: orders,
      concurrency: 1,
      handle: () => Promise.reject(new Poison('two\nlines')),
    })
    for (const id of ['id-1', 'id-2']) await broker.publish(aMessage({ id, key: 'k', body: 'canary' }))
    await soon(async () => expect(await broker.deadLetters(orders)).toHaveLength(2))
    await consumer.stop()

    const command = (args: string[], queue = orders) => deadLettersCommand(rabbitmqUrl, queue, args)
    const rest = String.raw`\tchanged\tk\ttwo lines\t\d{4}-[-\d]+T[:.\d]+Z\n`
    expect(await command(['list'])).toMatch(new RegExp(`^id-1${rest}id-2${rest}$`))
    expect(await command(['replay'])).toBe('2 replayed\n')
    expect(await command(['list'])).toBe('')
    const seen = recorder(({ attempt }) => {
      if (attempt === 1) throw new Error('still broken')
    })
    await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
    await soon(() => expect(seen.deliveries).toHaveLength(4))
    expect(seen.ids().slice(0, 2)).toEqual(['id-1', 'id-2'])
    expect(seen.attempts()).toEqual([1, 1, 2, 2])
    expect(await command(['replay'])).toBe('0 replayed\n')
    for (const args of [[], ['forget'], ['list', 'more']])
      await expect(command(args)).rejects.toThrow('usage')
    await expect(command(['list'], 'no-such-queue')).rejects.toThrow('NOT_FOUND')
  })

  it.each(['closes-and-ends.ts', 'closes-while-connecting.ts'])(
    'lets the process exit once closed: %s',
    async (program) => {
      const { stdout } = await run(
        process.execPath,
        ['--import', 'tsx', pathOf(`./${program}`), rabbitmqUrl, topology.exchange],
        { timeout: 15_000 },
      )
      expect(stdout).toBe('closed\n')
    },
  )
})
