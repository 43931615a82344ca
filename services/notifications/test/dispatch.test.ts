import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migratedDatabase } from '@appointments/foundation/test-harness'
import { createPool, type Pool, transactionsOn } from '@appointments/postgres'
import { newId, repeat, silentLog, type Repeat, type Stoppable } from '@appointments/runtime'
import { silentTelemetry } from '@appointments/telemetry'
import type { FreshDatabase } from '@appointments/testing'
import { startDispatcher } from '../src/dispatch/dispatcher.ts'
import { createLeases } from '../src/dispatch/leases.ts'
import { deliveries, type Claimed } from '../src/repositories/send/deliveries.ts'
import { cancelFor } from '../src/domain/send/transition.ts'
import { fillQueue } from './queue.ts'

const NOW = new Date('2027-01-04T08:00:00Z')

let database: FreshDatabase
let pools: Pool[]
beforeEach(async () => {
  database = await migratedDatabase('notifications')
  pools = [1, 2, 3].map(() => createPool(database.url, { size: 4, log: silentLog, name: 'dispatch tests' }))
})
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
})

const settle = async (pool: Pool, claimed: Claimed) => {
  const transition = cancelFor(claimed.notification, 'superseded')
  await transactionsOn(pool)((tx) => deliveries.record(tx, claimed, transition, NOW))
}

describe('replicas on one database', () => {
  it('share the due records and send each once', async () => {
    const due = 3000
    await fillQueue(pools[0]!, { application: 'app', due, dueAt: NOW })
    const sent = new Map<string, number>()
    const shares = [0, 0, 0]
    const clock = { now: () => NOW }
    const leases = pools.map((pool) => createLeases({ pool, repeat, clock, log: silentLog }))
    const replicas: Stoppable[] = pools.map((pool, replica) =>
      startDispatcher({
        smtpConnections: 5,
        pool,
        leases: leases[replica]!,
        deliver: async (claimed) => {
          const { id } = claimed.notification
          sent.set(id, (sent.get(id) ?? 0) + 1)
          shares[replica]! += 1
          await settle(pool, claimed)
        },
        newId,
        repeat,
        telemetry: silentTelemetry,
        clock,
        log: silentLog,
      }),
    )
    await expect.poll(() => sent.size, { timeout: 100_000 }).toBe(due)
    await Promise.all([...replicas, ...leases].map((running) => running.stop()))
    expect([...sent.values()].filter((times) => times !== 1)).toEqual([])
    expect(shares.every((share) => share > 0)).toBe(true)
  }, 120_000)
})

describe('a leased notification', () => {
  /** Starts a delivery that lasts until `end` is called. */
  const startSending = (clock: { now: () => Date }) => {
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    const turns = new Map<string, () => Promise<boolean | undefined>>()
    const [pool] = pools as [Pool]
    const repeat: Repeat = (name, _pause, turn) => {
      turns.set(name, turn)
      return { wake: () => undefined, idle: () => Promise.resolve(), stop: () => Promise.resolve() }
    }
    const dispatcher = startDispatcher({
      smtpConnections: 5,
      pool,
      leases: createLeases({ pool, repeat, clock, log: silentLog }),
      deliver: async (claimed) => {
        await ended
        await settle(pool, claimed)
      },
      newId,
      repeat,
      telemetry: silentTelemetry,
      clock,
      log: silentLog,
    })
    return { end, turn: (name: string) => turns.get(name)?.(), stop: () => dispatcher.stop() }
  }
  const takeAbandoned = (at: Date) =>
    deliveries.claimExpired(pools[1]!, { limit: 10, now: at, leaseUntil: at, leaseToken: newId() })
  const after = (ms: number) => new Date(NOW.getTime() + ms)

  it('stays leased as long as its delivery takes', async () => {
    await fillQueue(pools[0]!, { application: 'app', due: 1, dueAt: NOW })
    const clock = { current: NOW, now: () => clock.current }
    const sending = startSending(clock)
    await sending.turn('dispatch EMAIL')
    for (let second = 3; second <= 60; second += 3) {
      clock.current = after(second * 1000)
      await sending.turn('lease renewal')
      expect(await takeAbandoned(clock.current)).toEqual([])
    }
    sending.end()
    await sending.stop()
  })

  it('loses its lease within 15 s if its replica stops renewing, and the lease is not renewed afterwards', async () => {
    await fillQueue(pools[0]!, { application: 'app', due: 1, dueAt: NOW })
    const clock = { current: NOW, now: () => clock.current }
    const sending = startSending(clock)
    await sending.turn('dispatch EMAIL')
    expect(await takeAbandoned(after(14_000))).toEqual([])
    expect(await takeAbandoned(after(15_001))).toHaveLength(1)
    clock.current = after(16_000)
    await sending.turn('lease renewal')
    expect(await takeAbandoned(after(15_002))).toHaveLength(1)
    sending.end()
    await sending.stop()
  })
})

describe('a lease from a replica whose clock is fast', () => {
  it('counts as expired immediately', async () => {
    await fillQueue(pools[0]!, { application: 'app', due: 1, dueAt: NOW })
    const [ahead, now] = [new Date(NOW.getTime() + 600_000), NOW]
    const lease = { leaseUntil: new Date(ahead.getTime() + 15_000), leaseToken: 'ahead' }
    const of = {
      channel: 'EMAIL',
      limit: 1,
      perRecipient: 1,
      share: 1,
      held: [],
      now: ahead,
      ...lease,
    } as const
    expect(await deliveries.claim(pools[0]!, of)).toHaveLength(1)
    expect(
      await deliveries.claimExpired(pools[1]!, { limit: 10, now, leaseUntil: now, leaseToken: 'now' }),
    ).toHaveLength(1)
  })
})

describe('a claim', () => {
  const claim = (limit: number, perRecipient = 1) =>
    deliveries.claim(pools[0]!, {
      channel: 'EMAIL',
      limit,
      perRecipient,
      share: 50,
      held: [],
      now: NOW,
      leaseUntil: new Date(NOW.getTime() + 90_000),
      leaseToken: newId(),
    })

  it('serves a small application despite the flood of another', async () => {
    const [pool] = pools as [Pool]
    await fillQueue(pool, { application: 'flood', due: 5000, dueAt: new Date(NOW.getTime() - 60_000) })
    await fillQueue(pool, { application: 'small', due: 10, dueAt: NOW })
    // however old the flood is, two claims of ten include all of the small application
    const taken = [...(await claim(10)), ...(await claim(10))]
    const small = taken.filter(({ notification }) => notification.applicationId === 'small')
    expect(small).toHaveLength(10)
    expect(taken).toHaveLength(20)
  })

  it('orders the records of an application by priority, then by age', async () => {
    const [pool] = pools as [Pool]
    const before = (ms: number) => new Date(NOW.getTime() - ms)
    await fillQueue(pool, { application: 'app', due: 1, dueAt: before(3000), name: 'old', priority: 1 })
    await fillQueue(pool, { application: 'app', due: 1, dueAt: before(9000), name: 'oldest', priority: 1 })
    await fillQueue(pool, { application: 'app', due: 1, dueAt: before(1000), name: 'urgent', priority: 0 })
    await fillQueue(pool, { application: 'app', due: 1, dueAt: new Date(NOW.getTime() + 1), name: 'later' })
    const order: string[] = []
    for (let turn = 0; turn < 4; turn += 1)
      order.push(...(await claim(1)).map(({ notification }) => notification.appointmentId))
    expect(order).toEqual(['urgent-1', 'oldest-1', 'old-1'])
  })
})
