import type { ClaimsOfHolder } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCalendarCache, type CalendarCache } from '../src/calendar-cache.ts'
import { clip, pairsOf } from '../src/domain/intervals.ts'
import { DAY, millisecondsAt, WEEK } from '../src/domain/minutes.ts'
import type { Window } from '../src/domain/window.ts'
import { keepClaims } from '../src/use-cases/keep-claims.ts'
import { NOW, runAvailability, type RunningAvailability } from './running-service.ts'

const TODAY = Math.floor(NOW.getTime() / 60_000 / DAY) * DAY
const AGENTS = ['ann', 'bob', 'cid', 'dan']
const ORGANIZATION = 'org-1'
const instant = (minute: number) => new Date(millisecondsAt(minute)).toISOString()

let service: RunningAvailability
let version = 0
beforeAll(async () => {
  service = await runAvailability()
  await service.put('/queues/advice', { name: 'Advice' })
  await service.put('/queues/other', { name: 'Other' })
  await service.put('/schedules/days', {
    name: 'Days',
    hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '09:00', to: '17:00' }],
  })
  for (const id of AGENTS) await anAgent(id, 'advice')
})
afterAll(() => service.stop())

const anAgent = (id: string, ...queues: string[]) =>
  service.put(`/agents/${id}`, {
    displayName: id,
    timezone: 'Europe/Berlin',
    scheduleId: 'days',
    queues: queues.map((queueId) => ({ queueId })),
  })

/** A cache, and how many calendars it had to read. */
function aCache(mostBytes = 1e6, sql: Sql = service.pool) {
  const counted = { hit: 0, miss: 0 }
  const cache = createCalendarCache({
    sql,
    clock: service.clock,
    mostBytes,
    count: (outcome, calendars) => (counted[outcome] += calendars),
  })
  return { cache, counted }
}

/** The cached calendars of a queue in a window. */
async function seen(cache: CalendarCache, { from, to }: Window) {
  const { calendars } = await cache.ofQueue(ORGANIZATION, 'advice', { from, to })
  return calendars.map(({ agent, opening, occupancy }) => ({
    agent,
    open: clip(opening.open, from, to),
    full: clip(occupancy.full, from, to),
    starts: [...occupancy.starts]
      .map(([type, counts]) => [
        type,
        [...pairsOf(counts)]
          .filter(([day]) => day * DAY >= from && (day + 1) * DAY <= to)
          .sort(([a], [b]) => a - b),
      ])
      .filter(([, days]) => days?.length),
  }))
}

const claimsOf = (agentId: string, id: string, from: number, to: number): ClaimsOfHolder => ({
  holder: { type: 'APPOINTMENT', id },
  version: (version += 1),
  organizationId: ORGANIZATION,
  applicationId: 'shop',
  start: instant(from),
  end: instant(to),
  claims: [{ agentId, kind: 'BOOKED', from: instant(from), to: instant(to) }],
})

it('shows the stored state after any changes, regardless of earlier reads', { timeout: 60_000 }, async () => {
  const minutes = fc.integer({ min: 0, max: 30 * DAY }).map((shift) => TODAY + shift)
  const agents = fc.constantFrom(...AGENTS)
  const changes = fc.oneof(
    fc.record({
      kind: fc.constant('claim' as const),
      agent: agents,
      from: minutes,
      id: fc.constantFrom('a', 'b', 'c', 'd'),
    }),
    fc.record({ kind: fc.constant('absence' as const), agent: agents, from: minutes }),
    fc.record({
      kind: fc.constant('member' as const),
      agent: agents,
      queue: fc.constantFrom('advice', 'other'),
    }),
  )
  const steps = fc.array(
    fc.record({ change: fc.option(changes), from: minutes, length: fc.constantFrom(1, 7 * DAY, 93 * DAY) }),
    { minLength: 3, maxLength: 10 },
  )
  await fc.assert(
    // the smallest cache keeps nothing
    fc.asyncProperty(steps, fc.constantFrom(0, 6000, 1e6), async (taken, mostBytes) => {
      const { cache } = aCache(mostBytes)
      for (const { change, from, length } of taken) {
        if (change?.kind === 'claim') {
          const claimed = claimsOf(change.agent, change.id, change.from, change.from + 90)
          await service.transaction((tx) => keepClaims(tx, claimed))
        } else if (change?.kind === 'absence') {
          const range = { from: instant(change.from), until: instant(change.from + 600) }
          await service.post(`/agents/${change.agent}/exceptions`, { type: 'ABSENCE', ...range })
        } else if (change) await anAgent(change.agent, change.queue)
        const window = { from, to: from + length }
        expect(await seen(cache, window)).toEqual(await seen(aCache().cache, window))
      }
    }),
    { numRuns: 25 },
  )
})

it('notices a version that was drawn before another one and committed after it', async () => {
  for (const id of AGENTS) await anAgent(id, 'advice')
  const { cache } = aCache()
  const window = { from: TODAY + DAY, to: TODAY + 2 * DAY }
  await seen(cache, window)
  let commit: () => void = () => undefined
  const isHeldUp = new Promise<void>((resolve) => (commit = resolve))
  let draw: () => void = () => undefined
  const isDrawn = new Promise<void>((resolve) => (draw = resolve))
  const late = service.transaction(async (tx) => {
    await keepClaims(tx, claimsOf('ann', 'late', window.from + 600, window.from + 660))
    await tx.query('SELECT')
    draw()
    await isHeldUp
  })
  await isDrawn
  await service.post('/agents/bob/exceptions', {
    type: 'ABSENCE',
    from: instant(window.from),
    until: instant(window.to),
  })
  await seen(cache, window)
  commit()
  await late
  expect(await seen(cache, window)).toEqual(await seen(aCache().cache, window))
})

it('shows the new hours of a schedule that an agent joins while they are being stored', async () => {
  for (const id of AGENTS) await anAgent(id, 'advice')
  // dan has no schedule yet
  await service.put('/agents/dan', {
    displayName: 'dan',
    timezone: 'Europe/Berlin',
    queues: [{ queueId: 'advice' }],
  })
  const { cache } = aCache()
  const window = { from: TODAY + DAY, to: TODAY + 2 * DAY }
  const waiting = async () => {
    const { rowCount } = await service.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    return rowCount ?? 0
  }
  let commit: () => void = () => undefined
  const isHeldUp = new Promise<void>((resolve) => (commit = resolve))
  let lock: () => void = () => undefined
  const isLocked = new Promise<void>((resolve) => (lock = resolve))
  const claiming = service.transaction(async (tx) => {
    await keepClaims(tx, claimsOf('ann', 'slow', window.from + 600, window.from + 660))
    await tx.query('SELECT')
    lock()
    await isHeldUp
  })
  await isLocked
  // the new hours wait for ann
  const storing = service.put('/schedules/days', {
    name: 'Days',
    hours: [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '10:00', to: '17:00' }],
  })
  await expect.poll(waiting).toBe(1)
  let hasJoined = false
  const joining = anAgent('dan', 'advice').then(() => (hasJoined = true))
  // dan either joins at once or waits for the new hours
  await expect.poll(async () => hasJoined || (await waiting()) === 2).toBe(true)
  await seen(cache, window)
  commit()
  await Promise.all([claiming, storing, joining])
  expect(await seen(cache, window)).toEqual(await seen(aCache().cache, window))
})

it('reads only the calendars that have changed', async () => {
  for (const id of AGENTS) await anAgent(id, 'advice')
  const { cache, counted } = aCache()
  const window = { from: TODAY + WEEK, to: TODAY + 2 * WEEK }
  await seen(cache, window)
  expect(counted).toEqual({ hit: 0, miss: 4 })
  await seen(cache, window)
  expect(counted).toEqual({ hit: 4, miss: 4 })
  await service.transaction((tx) =>
    keepClaims(tx, claimsOf('cid', 'x', window.from + 600, window.from + 660)),
  )
  await seen(cache, window)
  expect(counted).toEqual({ hit: 7, miss: 5 })
  // the same weeks
  await cache.ofAgent(ORGANIZATION, 'cid', { from: window.from + DAY, to: window.from + 2 * DAY })
  expect(counted).toEqual({ hit: 8, miss: 5 })
})

describe('concurrent reads', () => {
  const window = { from: TODAY + 3 * WEEK, to: TODAY + 4 * WEEK }
  beforeAll(async () => {
    for (const id of AGENTS) await anAgent(id, 'advice')
  })

  /** The database. The result of the first read of claims passes a gate before it arrives. */
  function gated(gate: () => Promise<unknown> = () => Promise.resolve()) {
    const reads = { claims: 0, versions: 0 }
    const query = async (text: string, values: unknown[]) => {
      const result = await service.pool.query(text, values)
      if (text.includes('FROM queues')) reads.versions += 1
      if (text.includes('FROM claims') && (reads.claims += 1) === 1) await gate()
      return result
    }
    return { sql: { query } as unknown as Sql, reads }
  }

  /**
   * Reads twice. The second read begins when the first has read the claims. They arrive once the second read waits for
   * them.
   */
  async function overlapping(between: () => Promise<unknown>) {
    let second: ReturnType<typeof seen> | undefined
    const { sql, reads } = gated(async () => {
      await between()
      second = seen(cache, window)
      await vi.waitUntil(() => reads.versions === 2, { interval: 1 })
    })
    const { cache } = aCache(1e6, sql)
    await seen(cache, window)
    expect(await second).toEqual(await seen(aCache().cache, window))
    expect(await seen(cache, window)).toEqual(await second)
  }

  it('load a calendar once', async () => {
    const { sql, reads } = gated()
    const { cache } = aCache(1e6, sql)
    const expected = await seen(aCache().cache, window)
    const all = await Promise.all(Array.from({ length: 20 }, () => seen(cache, window)))
    for (const one of all) expect(one).toEqual(expected)
    expect(reads.claims).toBe(1)
  })

  it('do not wait for a load that began before a change', () =>
    overlapping(() =>
      service.transaction((tx) =>
        keepClaims(tx, claimsOf('ann', 'meanwhile', window.from + 600, window.from + 660)),
      ),
    ))

  it('ignore a hold that expired after the load began', async () => {
    const expiresAt = new Date(NOW.getTime() + 1000)
    const { claims, ...held } = claimsOf('bob', 'held', window.from + 900, window.from + 960)
    const hold: ClaimsOfHolder = {
      ...held,
      holder: { type: 'HOLD', id: 'held' },
      claims: claims.map((claim) => ({ ...claim, kind: 'HELD', expiresAt: expiresAt.toISOString() })),
    }
    await service.transaction((tx) => keepClaims(tx, hold))
    try {
      await overlapping(() => Promise.resolve((service.clock.current = expiresAt)))
    } finally {
      service.clock.current = NOW
    }
  })

  it('succeed even if the load that they wait for fails', async () => {
    const { sql } = gated(() => Promise.reject(new Error('too late')))
    const { cache } = aCache(1e6, sql)
    const reads = await Promise.allSettled([seen(cache, window), seen(cache, window)])
    // either of the reads may start the load that fails
    expect(reads.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(reads).toContainEqual({ status: 'fulfilled', value: await seen(aCache().cache, window) })
  })
})
