import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Poison, Unconfirmed, Unroutable } from '../src/broker.ts'
import type { AppliedReply, Broker } from '../src/broker.ts'
import { aMessage, aTopology, gate, recorder } from './bench.ts'
import type { Bench, MakeBench } from './bench.ts'

const SOON = { timeout: 10_000, interval: 5 }
const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, SOON)
/** For checks that something does not happen: waits until a later moment has passed. */
const untilTime = (epochMs: number): Promise<void> => soon(() => expect(Date.now()).toBeGreaterThan(epochMs))

/** The guarantees of {@link Broker}, for any adapter. */
export const describeBroker = (name: string, makeBench: MakeBench, { outlivesCrash = true } = {}): void => {
  describe(`${name} keeps the broker's guarantees`, { timeout: 30_000 }, () => {
    const retryDelaysMs = [40, 80]
    let bench: Bench
    let orders: string
    let billing: string
    let broker: Broker

    beforeEach(async () => {
      const names = aTopology()
      orders = names.orders
      billing = names.billing
      bench = await makeBench({ topology: names.topology, retryDelaysMs })
      broker = await bench.connect()
    }, 30_000)

    afterEach(() => bench.dispose(), 30_000)

    describe('publishing', () => {
      it('confirms once the message is in every bound queue', async () => {
        const message = aMessage({ type: 'placed' })
        await broker.publish(message)
        const first = recorder()
        const second = recorder()
        await broker.subscribe({ queue: orders, concurrency: 1, handle: first.handle })
        await broker.subscribe({ queue: billing, concurrency: 1, handle: second.handle })
        await soon(() => expect([first.ids(), second.ids()]).toEqual([[message.id], [message.id]]))
      })

      it('reaches only the queues bound to the type', async () => {
        const first = recorder()
        const second = recorder()
        await broker.subscribe({ queue: orders, concurrency: 1, handle: first.handle })
        await broker.subscribe({ queue: billing, concurrency: 1, handle: second.handle })
        const changed = aMessage({ type: 'changed' })
        const placed = aMessage({ type: 'placed' })
        await broker.publish(changed)
        await broker.publish(placed)
        await soon(() => expect(first.ids()).toEqual([changed.id, placed.id]))
        await soon(() => expect(second.ids()).toEqual([placed.id]))
      })

      it('rejects a type without a bound queue', async () => {
        await expect(broker.publish(aMessage({ type: 'nobody-cares' }))).rejects.toThrow(Unroutable)
        await expect(broker.publish(aMessage({ type: 'nobody-cares', expiresInMs: 1_000 }))).rejects.toThrow(
          Unroutable,
        )
      })

      it('rejects a body that has no JSON form', async () => {
        await expect(broker.publish(aMessage({ body: undefined }))).rejects.toThrow(TypeError)
        await expect(broker.publish(aMessage({ body: { big: 1n } }))).rejects.toThrow(TypeError)
      })

      it('accepts many messages in parallel and keeps their order', async () => {
        const messages = Array.from({ length: 1_000 }, (_, number) => aMessage({ body: number }))
        await Promise.all(messages.map((message) => broker.publish(message)))
        const seen = recorder()
        await broker.subscribe({ queue: orders, concurrency: 10, handle: seen.handle })
        await soon(() => expect(seen.deliveries).toHaveLength(1_000))
        expect(seen.deliveries.map(({ message }) => message.body)).toEqual([...messages.keys()])
      })

      it('delivers every field as its JSON form', async () => {
        const seen = recorder()
        await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
        const at = new Date()
        await broker.publish(
          aMessage({
            id: 'id-1',
            key: 'Zürich ✓',
            body: { at, gone: undefined, list: [1, null, 'ü'], deep: { yes: true } },
            headers: { traceparent: '00-1-2-01', 'x-request-id': 'r1' },
            replyTo: 'somewhere',
          }),
        )
        await soon(() => expect(seen.deliveries).toHaveLength(1))
        expect(seen.deliveries[0]).toEqual({
          attempt: 1,
          message: {
            id: 'id-1',
            type: 'changed',
            key: 'Zürich ✓',
            body: { at: at.toISOString(), list: [1, null, 'ü'], deep: { yes: true } },
            headers: { traceparent: '00-1-2-01', 'x-request-id': 'r1' },
            replyTo: 'somewhere',
          },
        })
      })

      it('shares no object with the publisher or between consumers', async () => {
        const body = { names: ['first'] }
        const spoiler = recorder(({ message }) => void (message.body as typeof body).names.push('spoilt'))
        const other = recorder()
        await broker.subscribe({ queue: orders, concurrency: 1, handle: spoiler.handle })
        await broker.subscribe({ queue: billing, concurrency: 1, handle: other.handle })
        const published = broker.publish(aMessage({ type: 'placed', body }))
        body.names.push('later')
        await published
        await soon(() => expect([spoiler.deliveries.length, other.deliveries.length]).toEqual([1, 1]))
        expect(other.deliveries[0]!.message.body).toEqual({ names: ['first'] })
        expect(body.names).toEqual(['first', 'later'])
      })

      it("never runs a consumer in the publisher's stack", async () => {
        const seen = recorder()
        await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
        const published = broker.publish(aMessage())
        expect(seen.deliveries).toHaveLength(0)
        await published
        await soon(() => expect(seen.deliveries).toHaveLength(1))
      })

      it('waits for open confirms when it closes, and accepts nothing afterwards', async () => {
        const open = Array.from({ length: 200 }, () => broker.publish(aMessage()))
        await broker.close()
        expect((await Promise.allSettled(open)).filter(({ status }) => status === 'rejected')).toEqual([])
        expect(broker.isUp()).toBe(false)
        await expect(broker.publish(aMessage())).rejects.toThrow(Unconfirmed)
        await broker.close()
      })
    })

    describe('transient messages', () => {
      it('arrive with their lifetime', async () => {
        const seen = recorder()
        await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
        const message = aMessage({ type: 'code', body: { code: 1 }, expiresInMs: 60_000 })
        await broker.publish(message)
        await soon(() => expect(seen.deliveries).toEqual([{ message, attempt: 1 }]))
      })

      it('wait for a subscriber until they expire', async () => {
        const short = aMessage({ type: 'code', expiresInMs: 50 })
        const long = aMessage({ type: 'code', expiresInMs: 60_000 })
        await broker.publish(short)
        await broker.publish(long)
        await untilTime(Date.now() + 60)
        const seen = recorder()
        await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
        await soon(() => expect(seen.ids()).toEqual([long.id]))
        expect(await broker.deadLetters(orders)).toEqual([])
      })

      it('are delivered again until they expire, and not after', async () => {
        const doomed = aMessage({ type: 'code', key: 'doomed', expiresInMs: 70 })
        const fence = aMessage({ key: 'fence' })
        const seen = recorder(() => Promise.reject(new Error('no')))
        await broker.subscribe({ queue: orders, concurrency: 2, handle: seen.handle })
        await broker.publish(doomed)
        await broker.publish(fence)
        await soon(async () => expect(await broker.deadLetters(orders)).toHaveLength(1))
        const attempts = seen.deliveries
          .filter(({ message }) => message.id === doomed.id)
          .map(({ attempt }) => attempt)
        expect(attempts.length).toBeLessThan(3)
        expect(attempts).toEqual([1, 2].slice(0, attempts.length))
      })

      it('never become dead letters', async () => {
        const seen = recorder(({ message }) =>
          Promise.reject(message.key === 'poison' ? new Poison('bad') : new Error('no')),
        )
        await broker.subscribe({ queue: orders, concurrency: 3, handle: seen.handle })
        await broker.publish(aMessage({ type: 'code', key: 'poison', expiresInMs: 60_000 }))
        await broker.publish(aMessage({ type: 'code', key: 'fails', expiresInMs: 60_000 }))
        const fence = aMessage({ key: 'fence' })
        await broker.publish(fence)
        await soon(() =>
          expect(seen.deliveries.filter(({ message }) => message.key === 'fails')).toHaveLength(3),
        )
        await soon(async () =>
          expect((await broker.deadLetters(orders)).map(({ message }) => message.id)).toEqual([fence.id]),
        )
      })
    })

    describe('failing consumers', () => {
      it('receive the message again, with the number of the attempt', async () => {
        const seen = recorder(({ attempt }) => {
          if (attempt < 3) throw new Error('not yet')
        })
        await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
        const message = aMessage({
          body: { n: 1 },
          headers: { 'x-request-id': 'r1' },
          replyTo: 'somewhere',
          key: 'ü',
        })
        const from = Date.now()
        await broker.publish(message)
        await soon(() => expect(seen.attempts()).toEqual([1, 2, 3]))
        expect(seen.deliveries.map((delivery) => delivery.message)).toEqual([message, message, message])
        expect(Date.now() - from).toBeGreaterThanOrEqual(110)
      })

      it('leave the message in the dead letters, with the reason, after the last retry', async () => {
        const seen = recorder(() => {
          throw new Error('the room is locked')
        })
        await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
        const message = aMessage({ body: { n: 1 }, headers: { h: 'v' }, replyTo: 'somewhere' })
        await broker.publish(message)
        const letters = await soon(async () => {
          const found = await broker.deadLetters(orders)
          expect(found).toHaveLength(1)
          return found
        })
        expect(seen.attempts()).toEqual([1, 2, 3])
        expect(letters[0]).toEqual({ message, reason: 'the room is locked', at: letters[0]!.at })
        expect(Math.abs(Date.parse(letters[0]!.at) - Date.now())).toBeLessThan(10_000)
      })

      it('do not affect the other queues of the same message', async () => {
        const fine = recorder()
        await broker.subscribe({ queue: billing, concurrency: 1, handle: fine.handle })
        await broker.subscribe({
          queue: orders,
          concurrency: 1,
          handle: () => Promise.reject(new Error('no')),
        })
        await broker.publish(aMessage({ type: 'placed' }))
        await soon(async () => expect(await broker.deadLetters(orders)).toHaveLength(1))
        expect(fine.attempts()).toEqual([1])
        expect(await broker.deadLetters(billing)).toEqual([])
      })

      it('move poison to the dead letters immediately', async () => {
        const seen = recorder(() => {
          throw new Poison('unknown version')
        })
        await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
        await broker.publish(aMessage())
        await soon(async () =>
          expect((await broker.deadLetters(orders)).map(({ reason }) => reason)).toEqual(['unknown version']),
        )
        expect(seen.attempts()).toEqual([1])
      })
    })

    describe('the depth of a queue', () => {
      it('counts ready messages, retries and dead letters', async () => {
        const { topology, orders: queue } = aTopology()
        const patient = await makeBench({ topology, retryDelaysMs: [60_000] })
        try {
          const client = await patient.connect()
          expect(await client.depth(queue)).toEqual({ ready: 0, retrying: 0, dead: 0 })
          for (const key of ['dies', 'works', 'fails']) await client.publish(aMessage({ key }))
          await soon(async () =>
            expect(await client.depth(queue)).toEqual({ ready: 3, retrying: 0, dead: 0 }),
          )
          const seen = recorder(({ message: { key } }) => {
            if (key !== 'works') throw key === 'dies' ? new Poison('bad') : new Error('not now')
          })
          await client.subscribe({ queue, concurrency: 1, handle: seen.handle })
          await soon(async () =>
            expect(await client.depth(queue)).toEqual({ ready: 0, retrying: 1, dead: 1 }),
          )
        } finally {
          await patient.dispose()
        }
      })

      it('is an error for an unknown queue', async () => {
        await expect(broker.depth('nobody')).rejects.toThrow()
        expect(await broker.depth(billing)).toEqual({ ready: 0, retrying: 0, dead: 0 })
      })
    })

    describe('dead letters', () => {
      const bury = async (...keys: string[]): Promise<void> => {
        const consumer = await broker.subscribe({
          queue: orders,
          concurrency: 1,
          handle: ({ message }) => Promise.reject(new Poison(`reason ${message.key}`)),
        })
        for (const key of keys) await broker.publish(aMessage({ id: `id-${key}`, key, body: { key } }))
        await soon(async () => expect(await broker.deadLetters(orders)).toHaveLength(keys.length))
        await consumer.stop()
      }
      const isOf = (of: string) => (key: string) => key === of
      const lettersOf = async () => (await broker.deadLetters(orders)).map(({ message }) => message.id)

      it('can be read repeatedly, oldest first', async () => {
        await bury('a', 'b', 'c')
        for (let looks = 0; looks < 25; looks += 1) {
          expect(await lettersOf()).toEqual(['id-a', 'id-b', 'id-c'])
        }
      })

      it('can be read and purged at the same time', async () => {
        await bury('a', 'b', 'c')
        const other = await bench.connect()
        const [, purged, , alsoPurged] = await Promise.all([
          broker.deadLetters(orders),
          broker.purgeDeadLetters(orders, isOf('a')),
          other.deadLetters(orders),
          other.purgeDeadLetters(orders, isOf('b')),
        ])
        expect([purged, alsoPurged]).toEqual([1, 1])
        expect(await lettersOf()).toEqual(['id-c'])
      })

      it('are purged by key, and others stay', async () => {
        await bury('a', 'b')
        await broker.publish(aMessage({ id: 'id-a2', key: 'a' }))
        expect(await broker.purgeDeadLetters(orders, isOf('a'))).toBe(1)
        expect(await broker.purgeDeadLetters(orders, isOf('a'))).toBe(0)
        expect(await lettersOf()).toEqual(['id-b'])
        const seen = recorder()
        await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
        await soon(() => expect(seen.ids()).toEqual(['id-a2']))
      })

      it('are purged by key and body, and others stay', async () => {
        await bury('a', 'b')
        const hasBodyOfB = (body: unknown) => (body as { key: string }).key === 'b'
        const purge = (of: string) =>
          broker.purgeDeadLetters(orders, (key, body) => key === of && hasBodyOfB(body))
        expect(await purge('a')).toBe(0)
        expect(await purge('b')).toBe(1)
        expect(await lettersOf()).toEqual(['id-a'])
      })

      it.skipIf(!outlivesCrash)('outlive a crash', async () => {
        await bury('a')
        await bench.crash(broker)
        broker = await bench.connect()
        await soon(async () => expect(await lettersOf()).toEqual(['id-a']))
      })
    })

    describe('subscribing', () => {
      it('handles one key in order, one at a time, among many keys', async () => {
        const busy = new Set<string>()
        const overlaps: string[] = []
        const handled = new Map<string, number[]>()
        const handle = async ({ message }: { message: { key: string; body: unknown } }): Promise<void> => {
          if (busy.has(message.key)) overlaps.push(message.key)
          busy.add(message.key)
          // later messages of a key take fewer turns of the event loop, so they would overtake if they could
          for (let turns = 5 - (Number(message.body) % 5); turns > 0; turns -= 1) {
            await new Promise((resolve) => setImmediate(resolve))
          }
          handled.set(message.key, [...(handled.get(message.key) ?? []), Number(message.body)])
          busy.delete(message.key)
        }
        await broker.subscribe({ queue: orders, concurrency: 8, handle })
        const keys = Array.from({ length: 30 }, (_, number) => `key-${number}`)
        const numbers = Array.from({ length: 20 }, (_, number) => number)
        // pairs of one key, in waves that arrive while the previous wave is being handled
        for (let body = 0; body < numbers.length; body += 2) {
          const wave = keys.flatMap((key) => [aMessage({ key, body }), aMessage({ key, body: body + 1 })])
          await Promise.all(wave.map((message) => broker.publish(message)))
        }
        await soon(() => expect([...handled.values()].flat()).toHaveLength(600))
        expect(overlaps).toEqual([])
        for (const key of keys) expect(handled.get(key)).toEqual(numbers)
      })

      it('handles different keys at the same time, up to the concurrency', async () => {
        const { passed, open } = gate()
        let running = 0
        let most = 0
        const seen = recorder(async () => {
          running += 1
          most = Math.max(most, running)
          await passed
          running -= 1
        })
        await broker.subscribe({ queue: orders, concurrency: 4, handle: seen.handle })
        await Promise.all(
          ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => broker.publish(aMessage({ key }))),
        )
        await broker.publish(aMessage({ type: 'code', key: 'i', expiresInMs: 60_000 }))
        await soon(() => expect(running).toBe(4))
        open()
        await soon(() => expect(seen.deliveries).toHaveLength(9))
        expect(most).toBe(4)
      })

      it('finishes its deliveries when it stops, and leaves the others in the queue', async () => {
        const { passed, open } = gate()
        const finished: string[] = []
        const seen = recorder(async ({ message }) => {
          await passed
          finished.push(message.id)
        })
        const consumer = await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
        const messages = Array.from({ length: 5 }, (_, number) => aMessage({ key: String(number) }))
        for (const message of messages) await broker.publish(message)
        await soon(() => expect(seen.deliveries).toHaveLength(1))
        const stopped = consumer.stop()
        expect(finished).toEqual([])
        open()
        await stopped
        expect(finished).toEqual([messages[0]!.id])
        const next = recorder()
        await broker.subscribe({ queue: orders, concurrency: 1, handle: next.handle })
        await soon(() => expect(next.ids()).toEqual(messages.slice(1).map(({ id }) => id)))
        expect(next.attempts()).toEqual([1, 1, 1, 1])
        expect(seen.deliveries).toHaveLength(1)
      })

      it('shares the work between two consumers of a queue', async () => {
        const other = await bench.connect()
        const { passed, open } = gate()
        const first = recorder(() => passed)
        const second = recorder(() => passed)
        await broker.subscribe({ queue: orders, concurrency: 2, handle: first.handle })
        await other.subscribe({ queue: orders, concurrency: 2, handle: second.handle })
        const messages = Array.from({ length: 40 }, (_, number) => aMessage({ key: String(number) }))
        await Promise.all(messages.map((message) => broker.publish(message)))
        await soon(() => expect([first.deliveries.length, second.deliveries.length]).toEqual([2, 2]))
        open()
        await soon(() => expect(first.deliveries.length + second.deliveries.length).toBe(40))
        expect(new Set([...first.ids(), ...second.ids()])).toEqual(new Set(messages.map(({ id }) => id)))
      })

      it('rejects a queue that is not in the topology', async () => {
        await expect(
          broker.subscribe({ queue: 'other', concurrency: 1, handle: recorder().handle }),
        ).rejects.toThrow()
      })

      it.skipIf(!outlivesCrash)('delivers a message again if its consumer crashed', async () => {
        const stuck = recorder(() => new Promise(() => {}))
        await broker.subscribe({ queue: orders, concurrency: 2, handle: stuck.handle })
        const messages = ['a', 'b', 'c'].map((key) => aMessage({ key }))
        for (const message of messages) await broker.publish(message)
        await soon(() => expect(stuck.deliveries).toHaveLength(2))
        await bench.crash(broker)
        broker = await bench.connect()
        const seen = recorder()
        await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
        await soon(() => expect(seen.ids().sort()).toEqual(messages.map(({ id }) => id).sort()))
        expect(seen.attempts()).toEqual([1, 1, 1])
      })

      it.skipIf(!outlivesCrash)(
        'still delivers a retry that was waiting when the process crashed',
        async () => {
          const failing = recorder(() => Promise.reject(new Error('no')))
          await broker.subscribe({ queue: orders, concurrency: 1, handle: failing.handle })
          const message = aMessage()
          await broker.publish(message)
          await soon(() => expect(failing.attempts()).toEqual([1, 2]))
          await bench.crash(broker)
          broker = await bench.connect()
          const seen = recorder()
          await broker.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
          // twice if the crash came between storing the retry and acknowledging the original
          await soon(() => expect([...new Set(seen.ids())]).toEqual([message.id]))
          for (const attempt of seen.attempts()) expect(attempt).toBeGreaterThan(1)
        },
      )
    })

    describe('replies', () => {
      it('reach the instance that opened the address', async () => {
        const other = await bench.connect()
        const mine: AppliedReply[] = []
        const theirs: AppliedReply[] = []
        const address = await broker.openReplies((reply) => mine.push(reply))
        const otherAddress = await other.openReplies((reply) => theirs.push(reply))
        expect(address).not.toBe(otherAddress)
        other.reply(address, { messageId: 'm1', subscriber: 'billing' })
        broker.reply(otherAddress, { messageId: 'm2', subscriber: 'orders' })
        await soon(() => expect(mine).toEqual([{ messageId: 'm1', subscriber: 'billing' }]))
        await soon(() => expect(theirs).toEqual([{ messageId: 'm2', subscriber: 'orders' }]))
      })

      it('to an address without a listener are not an error', async () => {
        broker.reply('nobody', { messageId: 'm1', subscriber: 'billing' })
        await broker.publish(aMessage())
        expect(broker.isUp()).toBe(true)
      })
    })
  })
}
