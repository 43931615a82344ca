import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCalendarCache } from '../src/calendar-cache.ts'
import { createComputations } from '../src/computations.ts'
import { createHolidayCache } from '../src/holiday-cache.ts'
import { findSlotDays } from '../src/use-cases/find-slot-days.ts'
import { findSlots } from '../src/use-cases/find-slots.ts'
import { aCaller, NOW, runAvailability, type RunningAvailability } from './running-service.ts'
import { changesOf, offsetOf } from './zone-oracle.ts'

const DAY = 1440
const HOUR = 60
const nowMinute = NOW.getTime() / 60_000
const instant = (minute: number) => new Date(minute * 60_000).toISOString().replace('.000Z', 'Z')
const dateOf = (minute: number) => instant(minute).slice(0, 10)

/** The next Sunday on which the clocks of Berlin are put forward, and the Thursdays around it, as days in UTC. */
const change = changesOf('Europe/Berlin', nowMinute + 14 * DAY).find(
  (minute) => offsetOf('Europe/Berlin', minute) === 120,
)!
const sunday = Math.floor(change / DAY) * DAY
const [before, after] = [sunday - 3 * DAY, sunday + 4 * DAY]

let service: RunningAvailability
let application: string
const customerService = aCaller({ roles: ['ROLE_CLIENT_SERVICE'] })

beforeAll(async () => {
  service = await runAvailability()
  application = `app-${randomUUID()}`
  await service.configured({
    id: application,
    version: 1,
    organizationId: 'org-1',
    defaultTimezone: 'Europe/Berlin',
  })
  await service.put('/queues/advice', { name: 'Advice' })
  await service.put('/schedules/thursdays', {
    name: 'Thursdays',
    hours: [{ days: ['TH'], from: '09:00', to: '12:00' }],
  })
  for (const id of ['anna', 'ben'])
    await service.put(`/agents/${id}`, {
      displayName: id,
      timezone: 'Europe/Berlin',
      scheduleId: 'thursdays',
      queues: [{ queueId: 'advice' }],
      ...(id === 'ben' && { skills: ['loans'] }),
    })
  await service.post('/agents/ben/exceptions', {
    type: 'ABSENCE',
    from: `${dateOf(after)}T00:00`,
    until: `${dateOf(after + DAY)}T00:00`,
  })
  await service.put(`/applications/${application}/service-types/consultation`, {
    name: 'Consultation',
    durations: ['PT30M'],
    granularity: 'PT30M',
    horizon: 'P730D',
    minNotice: 'PT2H',
    queueId: 'advice',
  })
})
afterAll(() => service.stop())

const ask = (path: string, query: Record<string, string>, caller = customerService) =>
  service.get(
    `/availability/${path}?${new URLSearchParams({ applicationId: application, ...query }).toString()}`,
    caller,
  )
const consultation = { serviceTypeId: 'consultation' }

describe('slots', () => {
  it('keep the wall clock over a change to daylight saving time', async () => {
    const starts = async (day: number) => {
      const { status, body } = await ask('slots', {
        ...consultation,
        from: dateOf(day),
        to: dateOf(day + DAY),
        include: 'agents,capacity',
      })
      expect(status).toBe(200)
      return body
    }
    const earlier = await starts(before)
    expect(earlier).toMatchObject({ timezone: 'Europe/Berlin', duration: 'PT30M' })
    expect(earlier.slots).toHaveLength(6)
    expect(earlier.slots[0]).toEqual({
      start: instant(before + 8 * HOUR),
      end: instant(before + 8 * HOUR + 30),
      local: `${dateOf(before)}T09:00:00+01:00`,
      agents: ['anna', 'ben'],
      capacity: 2,
    })
    const later = await starts(after)
    expect(later.slots).toHaveLength(6)
    // ben is absent
    expect(later.slots[0]).toEqual({
      start: instant(after + 7 * HOUR),
      end: instant(after + 7 * HOUR + 30),
      local: `${dateOf(after)}T09:00:00+02:00`,
      agents: ['anna'],
      capacity: 1,
    })
  })

  it('come in pages that together are the whole window', async () => {
    const window = { ...consultation, from: dateOf(before), to: dateOf(after + DAY) }
    const { body: whole } = await ask('slots', window)
    expect(whole.slots).toHaveLength(12)
    expect(whole.nextFrom).toBeUndefined()
    const pages: unknown[] = []
    let from = window.from
    for (let page = 0; page < 3; page += 1) {
      const { body } = await ask('slots', { ...window, from, limit: '5' })
      pages.push(...body.slots)
      from = body.nextFrom
    }
    expect(from).toBeUndefined()
    expect(pages).toEqual(whole.slots)
  })

  it('agree with the days and the next slots', async () => {
    const { body: days } = await ask('days', {
      ...consultation,
      from: dateOf(before),
      to: dateOf(after + DAY),
    })
    expect(days.days).toEqual([
      { date: dateOf(before), count: 6, first: instant(before + 8 * HOUR) },
      { date: dateOf(after), count: 6, first: instant(after + 7 * HOUR) },
    ])
    const { body: next } = await ask('next', { ...consultation, from: dateOf(before + DAY), limit: '8' })
    expect(next.slots).toHaveLength(8)
    expect(next.slots[0].start).toBe(instant(after + 7 * HOUR))
    expect(next.slots[6].start).toBe(instant(after + 7 * DAY + 7 * HOUR))
  })

  it('of a window outside notice and horizon need no calendars', async () => {
    let read = 0
    const calendars = createCalendarCache({
      sql: service.pool,
      clock: service.clock,
      mostBytes: 1e6,
      count: (_, needed) => (read += needed),
    })
    const deps = {
      pool: service.pool,
      clock: service.clock,
      calendars,
      holidays: createHolidayCache({ sql: service.pool }),
      computations: createComputations({ onRejected: () => undefined }),
    }
    const countsFrom = async (minute: number) => {
      const window = { from: { date: dateOf(minute) }, to: { date: dateOf(minute + 7 * DAY) } }
      const query = { applicationId: application, ...consultation, ...window }
      const { slots } = await findSlots(deps)({ caller: customerService, query })
      const { days } = await findSlotDays(deps)({ caller: customerService, query })
      return [slots.length, days.length]
    }
    expect(await countsFrom(nowMinute - 14 * DAY)).toEqual([0, 0])
    expect(await countsFrom(nowMinute + 900 * DAY)).toEqual([0, 0])
    expect(read).toBe(0)
    expect(await countsFrom(before - DAY)).toEqual([6, 1])
    expect(read).toBeGreaterThan(0)
    const unknown = { agentId: 'unused', duration: 'PT30M', from: dateOf(nowMinute + 900 * DAY) }
    expect(await ask('days', unknown)).toMatchObject({ status: 404, body: { code: 'AGENT_NOT_FOUND' } })
  })

  it('that come next are found from any earlier time', async () => {
    const { body: next } = await ask('next', { ...consultation, limit: '8' })
    expect(next.slots).toHaveLength(8)
    const longAgo = dateOf(nowMinute - 2000 * DAY)
    expect((await ask('next', { ...consultation, from: longAgo, limit: '8' })).body).toEqual(next)
  })

  it('show every change of a calendar at once', async () => {
    const id = randomUUID()
    const request = { agentId: id, duration: 'PT1H', from: dateOf(before), to: dateOf(before + DAY) }
    const read = async () => (await ask('slots', request, aCaller())).body.slots.length
    const agent = { displayName: 'Cleo', timezone: 'Europe/Berlin' }
    await service.put(`/agents/${id}`, { ...agent, scheduleId: 'thursdays' })
    expect(await read()).toBe(9)
    const absence = { type: 'ABSENCE', from: `${dateOf(before)}T09:00`, until: `${dateOf(before)}T10:00` }
    const { body: created } = await service.post(`/agents/${id}/exceptions`, absence)
    expect(await read()).toBe(5)
    await service.remove(`/agents/${id}/exceptions/${created.id}`)
    expect(await read()).toBe(9)
    await service.put(`/agents/${id}`, {
      ...agent,
      hours: [{ days: ['TH'], from: '09:00', to: '10:00' }],
    })
    expect(await read()).toBe(1)
    await service.put(`/agents/${id}`, { ...agent, active: false, scheduleId: 'thursdays' })
    expect(await read()).toBe(0)
  })

  it('are sent again only if they have changed', async () => {
    const id = randomUUID()
    const agent = { displayName: 'Emil', timezone: 'Europe/Berlin', scheduleId: 'thursdays' }
    await service.put(`/agents/${id}`, agent)
    const window = { agentId: id, duration: 'PT30M', from: dateOf(before), to: dateOf(before + DAY) }
    const path = `/availability/slots?${new URLSearchParams({ applicationId: application, ...window }).toString()}`
    const first = await service.fetch(path)
    const tag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('vary')).toContain('Authorization')
    const again = await service.fetch(path, { 'if-none-match': `"other", W/${tag}` })
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' })
    expect(again.headers.get('etag')).toBe(tag)
    await service.put(`/agents/${id}`, { ...agent, active: false })
    const changed = await service.fetch(path, { 'if-none-match': tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
  })

  it('are those of agents with the requested skills', async () => {
    const window = { ...consultation, from: dateOf(before), to: dateOf(after + DAY), skills: 'loans' }
    // ben alone has the skill, and is absent on the second day
    expect((await ask('days', window)).body.days).toMatchObject([{ date: dateOf(before), count: 6 }])
  })

  it('keep to notice and horizon, which do not limit supervisors', async () => {
    const id = randomUUID()
    const always = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
    await service.put(`/agents/${id}`, {
      displayName: 'Dora',
      timezone: 'UTC',
      hours: [{ days: always, from: '00:00', to: '24:00' }],
    })
    const request = { ...consultation, agentId: id }
    const first = async (caller = customerService) =>
      (await ask('slots', { ...request, limit: '1' }, caller)).body.slots[0].start
    expect(await first()).toBe(instant(nowMinute + 2 * HOUR))
    expect(await first(aCaller())).toBe(instant(nowMinute))
    const beyond = { ...request, from: instant(nowMinute + 729 * DAY), to: instant(nowMinute + 732 * DAY) }
    const last = async (caller = customerService) => (await ask('days', beyond, caller)).body.days.at(-1).date
    expect(await last()).toBe(dateOf(nowMinute + 730 * DAY))
    expect(await last(aCaller())).toBe(dateOf(nowMinute + 731 * DAY))
  })
})

describe('requests for slots', () => {
  const agent = { agentId: 'anna', duration: 'PT30M' }

  it.each([
    ['no target', { duration: 'PT30M' }, 'TARGET_REQUIRED'],
    ['no duration', { agentId: 'anna' }, 'REQUIRED'],
    ['a duration of zero', { ...agent, duration: 'PT0S' }, 'DURATION_OUT_OF_RANGE'],
    ['an end before the start', { ...agent, from: dateOf(after), to: dateOf(before) }, 'INVALID_RANGE'],
    ['an end in the past', { ...agent, to: dateOf(nowMinute - 2 * DAY) }, 'INVALID_RANGE'],
    ['a long window', { ...agent, from: dateOf(before), to: dateOf(before + 32 * DAY) }, 'WINDOW_TOO_LONG'],
    ['a long window from now', { ...agent, to: dateOf(nowMinute + 60 * DAY) }, 'WINDOW_TOO_LONG'],
    ['a date with an instant', { ...agent, from: dateOf(before), to: instant(after) }, 'MIXED_WINDOW'],
    ['an unknown zone', { ...agent, timezone: 'Europe/Nowhere' }, 'UNKNOWN_TIME_ZONE'],
    ['too many slots', { ...agent, limit: '1001' }, 'OUT_OF_RANGE'],
  ])('with %s are rejected', async (_, query: Record<string, string>, code) => {
    const { status, body } = await ask('slots', query)
    expect({ status, codes: (body.errors as { code: string }[]).map((fault) => fault.code) }).toEqual({
      status: 400,
      codes: [code],
    })
  })

  it.each([
    ['agent', { agentId: 'unused', duration: 'PT30M' }, 'AGENT_NOT_FOUND'],
    ['queue', { queueId: 'unused', duration: 'PT30M' }, 'QUEUE_NOT_FOUND'],
    ['service type', { serviceTypeId: 'unused' }, 'SERVICE_TYPE_NOT_FOUND'],
  ])('with an unknown %s are rejected', async (_, query: Record<string, string>, code) => {
    expect(await ask('slots', query)).toMatchObject({ status: 404, body: { code } })
  })

  it('with an application of another organization are rejected', async () => {
    const foreign = aCaller({ organizationId: 'org-2' })
    expect(await ask('slots', agent, foreign)).toMatchObject({
      status: 404,
      body: { code: 'APPLICATION_NOT_FOUND' },
    })
  })
})
