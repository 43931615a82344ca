import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { canStartRabbitmq, createRabbitmq } from '@appointments/testing'
import type { OwnRabbitmq } from '@appointments/testing'
import { Unconfirmed } from '../src/broker.ts'
import type { Broker } from '../src/broker.ts'
import { connectRabbitmq } from '../src/rabbitmq.ts'
import { aMessage, aTopology, recorder } from './bench.ts'
import { isUsable } from './usable.ts'

const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 })
// kills a node over and over, which takes minutes: .ci/nightly sets NIGHTLY
const usable =
  process.env.NIGHTLY === '1' &&
  isUsable('a rabbitmq-server program to start nodes with', await canStartRabbitmq())

describe.runIf(usable)('the RabbitMQ broker when RabbitMQ is killed', { timeout: 600_000 }, () => {
  let folder: string
  let server: OwnRabbitmq
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rabbitmq-'))
    server = await createRabbitmq(folder)
    await server.start()
  }, 120_000)
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it('loses no confirmed message, and publishers and consumers resume', async () => {
    const { topology, orders, billing } = aTopology()
    const options = { url: server.url, topology, retryDelaysMs: [100] }
    const [publishing, consuming] = await Promise.all([connectRabbitmq(options), connectRabbitmq(options)])
    const placed = recorder(({ message, attempt }) => {
      if (attempt === 1 && Number(message.body) % 5 === 0) throw new Error('once more')
    })
    const billed = recorder()
    await consuming.subscribe({ queue: orders, concurrency: 8, handle: placed.handle })
    await consuming.subscribe({ queue: billing, concurrency: 4, handle: billed.handle })
    const replies: string[] = []
    const address = await publishing.openReplies(({ messageId }) => replies.push(messageId))

    const confirmed = new Set<string>()
    const failures: unknown[] = []
    let isOver = false
    const publishWithoutEnd = async (lane: number): Promise<void> => {
      for (let body = 0; !isOver; body += 1) {
        const message = aMessage({ type: 'placed', key: `${lane}-${body % 3}`, body })
        try {
          await publishing.publish(message)
          confirmed.add(message.id)
        } catch (error) {
          failures.push(error)
          await pause(20)
        }
      }
    }
    const lanes = [0, 1, 2, 3, 4, 5].map(publishWithoutEnd)

    for (const kill of [1, 2]) {
      const before = confirmed.size
      await soon(() => expect(confirmed.size).toBeGreaterThan(before + 300))
      const failed = failures.length
      await server.kill()
      await soon(() => expect(failures.length).toBeGreaterThan(failed))
      await soon(() => expect([publishing.isUp(), consuming.isUp()]).toEqual([false, false]))
      await server.start()
      const confirmedThen = confirmed.size
      const handledThen = [placed, billed].map(({ deliveries }) => deliveries.length)
      await soon(() =>
        expect(confirmed.size, `confirms after kill ${kill}`).toBeGreaterThan(confirmedThen + 100),
      )
      for (const [index, { deliveries }] of [placed, billed].entries())
        await soon(() => expect(deliveries.length).toBeGreaterThan((handledThen[index] ?? 0) + 100))
    }
    isOver = true
    await Promise.all(lanes)

    expect(failures.filter((error) => !(error instanceof Unconfirmed))).toEqual([])
    const missing = (ids: string[]): number => {
      const found = new Set(ids)
      return [...confirmed].filter((id) => !found.has(id)).length
    }
    // the duration of a backlog depends on the machine, so only a consumer without progress has failed
    for (const consumer of [placed, billed]) {
      while (missing(consumer.ids()) > 0) {
        const before = consumer.deliveries.length
        await soon(() => expect(consumer.deliveries.length, 'deliveries').toBeGreaterThan(before))
      }
    }
    await soon(() => {
      consuming.reply(address, { messageId: 'after', subscriber: 's' })
      expect(replies).toContain('after')
    })
    await Promise.all([publishing.close(), consuming.close()])
  })

  it('keeps stored messages, retries and dead letters, but no transient message', async () => {
    const { topology, orders } = aTopology()
    const options = { url: server.url, topology, retryDelaysMs: [1_500] }
    const before = await connectRabbitmq(options)
    const consumer = await before.subscribe({
      queue: orders,
      concurrency: 1,
      handle: () => Promise.reject(new Error('no')),
    })
    await before.publish(aMessage({ id: 'dead' }))
    await soon(async () => expect(await before.deadLetters(orders)).toHaveLength(1))
    const failing = recorder(() => Promise.reject(new Error('no')))
    await consumer.stop()
    const second = await before.subscribe({ queue: orders, concurrency: 1, handle: failing.handle })
    await before.publish(aMessage({ id: 'retried' }))
    await soon(() => expect(failing.ids()).toEqual(['retried']))
    await second.stop()
    await before.publish(aMessage({ id: 'stored' }))
    await before.publish(aMessage({ id: 'transient', type: 'code', expiresInMs: 600_000 }))
    await server.kill()
    await before.close()
    await server.start()

    const after: Broker = await connectRabbitmq(options)
    const seen = recorder()
    await soon(() => expect(after.isUp()).toBe(true))
    await after.subscribe({ queue: orders, concurrency: 1, handle: seen.handle })
    await soon(() => expect(seen.ids().sort()).toEqual(['retried', 'stored']))
    expect((await after.deadLetters(orders)).map(({ message }) => message.id)).toEqual(['dead'])
    await after.close()
  })
})
