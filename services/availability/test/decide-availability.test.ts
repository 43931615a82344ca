import { randomUUID } from 'node:crypto'
import type { DecisionRequest } from '@appointments/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NOW, runAvailability, type RunningAvailability } from './running-service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Midnight in UTC of the next Monday. Decisions are about the Tuesday after it, so their week has a free Monday. */
const monday = Math.ceil((NOW.getTime() / DAY_MS - 4) / 7) * 7 * DAY_MS + 4 * DAY_MS
const tuesday = monday + DAY_MS
const at = (hour: number, day = tuesday) => new Date(day + hour * HOUR_MS).toISOString().replace('.000Z', 'Z')
const EVERY_DAY = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

let service: RunningAvailability
let queueId: string

beforeAll(async () => {
  service = await runAvailability()
  await service.configured({ id: 'shop', version: 1, organizationId: 'org-1' })
})
afterAll(() => service.stop())

/** Each test has a queue of its own, so that tests do not see each other's claims. */
beforeEach(async () => {
  queueId = `queue-${randomUUID()}`
  await service.put(`/queues/${queueId}`, { name: 'Queue' })
})

const anAgent = async (id: string, more: object = {}) => {
  const agentId = `${id}-${randomUUID()}`
  const { status, body } = await service.put(`/agents/${agentId}`, {
    displayName: id,
    timezone: 'UTC',
    hours: [{ days: EVERY_DAY, from: '09:00', to: '12:00' }],
    queues: [{ queueId }],
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return agentId
}

const booked = async (agentId: string, from: number, to: number, more: object = {}, day = tuesday) => {
  const id = randomUUID()
  await service.claimed({
    holder: { type: 'APPOINTMENT', id },
    version: 1,
    organizationId: 'org-1',
    applicationId: 'shop',
    start: at(from, day),
    end: at(to, day),
    claims: [{ agentId, kind: 'BOOKED', from: at(from, day), to: at(to, day) }],
    ...more,
  })
  return id
}

const request = (from: number, more: Partial<DecisionRequest> = {}): DecisionRequest => ({
  applicationId: 'shop',
  purpose: 'BOOK',
  start: at(from),
  end: at(from + 1),
  target: { queueId },
  ...more,
})
const decideOne = async (one: DecisionRequest) => (await service.decide(one))[0]!
const idsOf = ({ candidates }: { candidates: { agentId: string }[] }) =>
  candidates.map(({ agentId }) => agentId)

describe('a decision about one agent', () => {
  it('is FREE with the occupied time and the limits of the agent', async () => {
    const agentId = await anAgent('ann', { maxPerDay: 2, maxPerWeek: 5 })
    await service.put('/applications/shop/service-types/long', {
      name: 'Long',
      durations: ['PT1H'],
      bufferBefore: 'PT10M',
      bufferAfter: 'PT5M',
      perAgentMaxPerDay: 1,
    })
    expect(await decideOne(request(9, { target: { agentId }, serviceTypeId: 'long' }))).toEqual({
      verdict: 'FREE',
      reasons: [],
      onlyTaken: false,
      known: true,
      occupied: { from: at(9 - 10 / 60), to: at(10 + 5 / 60) },
      more: false,
      candidates: [
        {
          agentId,
          offered: true,
          reasons: [],
          limits: [
            { from: at(0), to: at(24), max: 2 },
            { from: at(0, monday), to: at(0, monday + 7 * DAY_MS), max: 5 },
            { from: at(0), to: at(24), max: 1, serviceTypeId: 'long' },
          ],
        },
      ],
    })
  })

  it('counts appointments of a service type, but not those of another application with the same id', async () => {
    await service.configured({ id: 'branch', version: 1, organizationId: 'org-1' })
    await service.put('/applications/shop/service-types/visit', {
      name: 'Visit',
      durations: ['PT1H'],
      perAgentMaxPerDay: 1,
    })
    const agentId = await anAgent('ann')
    const visit = { target: { agentId }, serviceTypeId: 'visit' }
    await booked(agentId, 9, 10, { applicationId: 'branch', serviceTypeId: 'visit' })
    expect((await decideOne(request(10, visit))).verdict).toBe('FREE')
    await booked(agentId, 10, 11, { serviceTypeId: 'visit' })
    expect((await decideOne(request(11, visit))).reasons).toEqual(['LIMIT_REACHED'])
  })

  it('names every reason against the time', async () => {
    const agentId = await anAgent('ann', { maxPerDay: 1 })
    await booked(agentId, 11, 11.5)
    const decision = await decideOne(request(11.25, { target: { agentId }, duration: 'PT1H' }))
    expect(decision).toMatchObject({
      verdict: 'NOT_OFFERED',
      reasons: ['CLOSED', 'BOOKED', 'LIMIT_REACHED'],
      onlyTaken: false,
      candidates: [{ agentId, offered: false }],
    })
  })

  it('lists a closed agent, which staff may still book, and a booked one, which may become free', async () => {
    const agentId = await anAgent('ann', { maxPerDay: 2 })
    await booked(agentId, 9, 10)
    expect(await decideOne(request(13, { target: { agentId } }))).toMatchObject({
      verdict: 'NOT_OFFERED',
      candidates: [{ agentId, offered: false, reasons: ['CLOSED'] }],
    })
    expect(await decideOne(request(9, { target: { agentId } }))).toMatchObject({
      verdict: 'NOT_OFFERED',
      reasons: ['BOOKED'],
      onlyTaken: true,
      candidates: [{ agentId, offered: false, reasons: ['BOOKED'], limits: [{ max: 2 }] }],
    })
  })

  it('ignores the claims of the appointment that is moved', async () => {
    const agentId = await anAgent('ann', { maxPerDay: 1 })
    const id = await booked(agentId, 9, 10)
    const move = { target: { agentId }, ignore: [{ type: 'APPOINTMENT' as const, id }] }
    expect((await decideOne(request(9.5, move))).verdict).toBe('FREE')
    expect((await decideOne(request(9.5, { target: { agentId } }))).reasons).toEqual([
      'BOOKED',
      'LIMIT_REACHED',
    ])
  })

  it('reports an agent that the directory does not have as unknown', async () => {
    expect(await decideOne(request(9, { target: { agentId: 'nobody' } }))).toMatchObject({
      verdict: 'NOT_OFFERED',
      known: false,
      reasons: ['AGENT_UNKNOWN'],
    })
  })

  it('checks the grid always, but the notice only if it binds the request', async () => {
    const agentId = await anAgent('ann', { hours: [{ days: EVERY_DAY, from: '00:00', to: '24:00' }] })
    await service.offering({
      applicationId: 'shop',
      version: 10,
      defaults: { ...DEFAULTS, minNotice: 'P20D', granularity: 'PT30M' },
    })
    const one = request(9 + 1 / 6, { target: { agentId } })
    expect((await decideOne(one)).reasons).toEqual(['TOO_SOON', 'NOT_ALIGNED'])
    expect((await decideOne({ ...one, bound: false })).reasons).toEqual(['NOT_ALIGNED'])
    await service.offering({ applicationId: 'shop', version: 11 })
    const seconds = new Date(Date.parse(at(9)) + 30_000).toISOString()
    expect((await decideOne({ ...one, start: seconds })).reasons).toEqual(['NOT_ALIGNED'])
  })

  it('checks the grid only if a start is chosen, not for the assignment of an agent', async () => {
    const agentId = await anAgent('ann')
    for (const target of [{ agentId }, { queueId }]) {
      const reasonsFor = async (purpose: DecisionRequest['purpose']) =>
        (await decideOne(request(9 + 1 / 6, { purpose, target, bound: false }))).reasons
      for (const purpose of ['BOOK', 'HOLD', 'MOVE'] as const)
        expect(await reasonsFor(purpose), purpose).toEqual(['NOT_ALIGNED'])
      for (const purpose of ['ASSIGN', 'REASSIGN', 'JOIN'] as const)
        expect(await reasonsFor(purpose), purpose).toEqual([])
    }
  })

  it('uses the buffers that an appointment was booked with, whatever its service type has now', async () => {
    const path = '/applications/shop/service-types/tight'
    const tight = { name: 'Tight', durations: ['PT1H'] }
    await service.put(path, tight)
    const agentId = await anAgent('ann')
    const id = await booked(agentId, 9, 10, { serviceTypeId: 'tight' })
    await booked(agentId, 10, 11, { serviceTypeId: 'tight' })
    await service.put(path, { ...tight, bufferAfter: 'PT15M' })
    const assign = request(9, {
      purpose: 'ASSIGN',
      serviceTypeId: 'tight',
      prefer: [agentId],
      ignore: [{ type: 'APPOINTMENT', id }],
      occupied: { from: at(9), to: at(10) },
      bound: false,
    })
    expect(await decideOne(assign)).toMatchObject({
      verdict: 'FREE',
      occupied: { from: at(9), to: at(10) },
      candidates: [{ agentId, offered: true }],
    })
  })
})

const DEFAULTS = {
  granularity: 'PT15M',
  alignmentOffset: 'PT0S',
  minNotice: 'PT0S',
  horizon: 'P90D',
  bufferBefore: 'PT0S',
  bufferAfter: 'PT0S',
}

describe('a decision about a queue', () => {
  it('ranks the least loaded first: of the day, then of the week, then by id', async () => {
    const [busyToday, busyThisWeek, free] = [await anAgent('a'), await anAgent('b'), await anAgent('c')]
    await booked(busyToday, 11, 11.5)
    await booked(busyThisWeek, 9, 12, {}, monday)
    expect(idsOf(await decideOne(request(9)))).toEqual([free, busyThisWeek, busyToday])
  })

  it('prefers agents who are free, and leaves excluded ones out', async () => {
    const [a, b, c] = [await anAgent('a'), await anAgent('b'), await anAgent('c')]
    expect(idsOf(await decideOne(request(9, { prefer: [c, b] })))).toEqual([c, b, a])
    await booked(c, 9, 10)
    expect(idsOf(await decideOne(request(9, { prefer: [c], exclude: [a] })))).toEqual([b])
  })

  it('includes only members who meet the requirements of the queue and of the request', async () => {
    await service.put(`/queues/${queueId}`, { name: 'Queue', requires: { skills: ['loans'] } })
    await anAgent('a')
    const able = await anAgent('b', { skills: ['loans'], languages: ['de'] })
    await anAgent('c', { skills: ['loans'] })
    const requires = { skills: [], languages: ['de'] }
    expect(idsOf(await decideOne(request(9, { requires })))).toEqual([able])
  })

  it('lists members who are only closed if no member offers the time', async () => {
    const [absent, taken] = [await anAgent('a'), await anAgent('b')]
    await service.post(`/agents/${absent}/exceptions`, { type: 'ABSENCE', from: at(0), until: at(24) })
    await booked(taken, 9, 10)
    expect(await decideOne(request(9))).toMatchObject({
      verdict: 'NOT_OFFERED',
      reasons: ['ABSENT', 'BOOKED', 'NOBODY_FREE'],
      onlyTaken: true,
      candidates: [{ agentId: absent, offered: false, reasons: ['ABSENT'] }],
    })
  })

  it('lists no members of an unknown or empty queue', async () => {
    expect(await decideOne(request(9))).toMatchObject({
      known: true,
      reasons: ['NOBODY_FREE'],
      candidates: [],
    })
    expect(await decideOne(request(9, { target: { queueId: 'unused' } }))).toMatchObject({
      known: false,
      verdict: 'NOT_OFFERED',
      candidates: [],
    })
  })

  it('gives members their share of the month by weight with ROUND_ROBIN', async () => {
    await service.put(`/queues/${queueId}`, {
      name: 'Queue',
      strategy: 'ROUND_ROBIN',
      assign: { when: 'BEFORE_START', lead: 'PT2H' },
    })
    const half = await anAgent('a', { queues: [{ queueId, weight: 50 }] })
    const whole = await anAgent('b')
    // appointments outside the queue do not count
    await booked(half, 11, 12)
    const decision = await decideOne(request(9))
    expect(idsOf(decision)).toEqual([half, whole])
    expect(decision.assign).toEqual({ when: 'BEFORE_START', lead: 'PT2H' })
    await booked(half, 9, 9.5, { queueId })
    await booked(whole, 9, 9.75, { queueId })
    // 30 minutes at half the weight count more than 45 at the full weight
    expect(idsOf(await decideOne(request(10)))).toEqual([whole, half])
  })

  it('counts no holiday of the month as open with ROUND_ROBIN, even if it is long after the start', async () => {
    const first = Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + 2, 1)
    const days = Array.from({ length: 9 }, (_, n) => ({
      date: at(0, first + (19 + n) * DAY_MS).slice(0, 10),
      name: 'Closed',
    }))
    await service.put('/holiday-calendars/late', { name: 'Late', timezone: 'UTC', days })
    await service.put('/holiday-calendars/none', { name: 'None', timezone: 'UTC', days: [] })
    await service.configured({ id: 'winter', version: 1, organizationId: 'org-1' })
    await service.offering({ applicationId: 'winter', version: 1, holidayCalendarIds: ['late'] })
    await service.put(`/queues/${queueId}`, { name: 'Queue', strategy: 'ROUND_ROBIN' })
    const fewer = await anAgent('a')
    const more = await anAgent('b', { holidayCalendarId: 'none' })
    await booked(fewer, 9, 10, { queueId }, first + DAY_MS)
    await booked(more, 9, 10.25, { queueId }, first + DAY_MS)
    // 60 minutes of about 21 open days are more than 75 of about 30
    const early = { applicationId: 'winter', start: at(9, first), end: at(10, first) }
    expect(idsOf(await decideOne(request(9, early)))).toEqual([more, fewer])
  })

  it('counts the minutes of a hold once with ROUND_ROBIN, even if it claims two times of a member', async () => {
    await service.put(`/queues/${queueId}`, { name: 'Queue', strategy: 'ROUND_ROBIN' })
    const [holding, other] = [await anAgent('a'), await anAgent('b')]
    const expiresAt = new Date(NOW.getTime() + HOUR_MS).toISOString()
    const held = { agentId: holding, kind: 'HELD', expiresAt }
    await booked(holding, 9, 10, {
      holder: { type: 'HOLD', id: randomUUID() },
      queueId,
      claims: [
        { ...held, from: at(9), to: at(9.25) },
        { ...held, from: at(9.75), to: at(10) },
      ],
    })
    await booked(other, 9, 10.5, { queueId })
    expect(idsOf(await decideOne(request(11)))).toEqual([holding, other])
  })
})

describe('the decisions of a batch', () => {
  it('treat earlier requests as booked', async () => {
    const [a, b] = [await anAgent('a'), await anAgent('b')]
    const decisions = await service.decide(request(9), request(9), request(9), request(10))
    expect(decisions.map(({ verdict }) => verdict)).toEqual(['FREE', 'FREE', 'NOT_OFFERED', 'FREE'])
    expect(decisions.map((decision) => idsOf(decision)[0])).toEqual([a, b, undefined, a])
    expect(decisions[2]).toMatchObject({ onlyTaken: true, reasons: ['BOOKED', 'NOBODY_FREE'] })
  })

  it('allow an appointment to move into the time that another move frees', async () => {
    const agentId = await anAgent('a')
    const [first, second] = [await booked(agentId, 9, 10), await booked(agentId, 10, 11)]
    const move = (from: number, id: string) =>
      request(from, { purpose: 'MOVE', target: { agentId }, ignore: [{ type: 'APPOINTMENT', id }] })
    const decisions = await service.decide(move(11, second), move(10, first))
    expect(decisions.map(({ verdict }) => verdict)).toEqual(['FREE', 'FREE'])
  })
})

describe('a decision without an agent', () => {
  it('depends on the grid, the notice and the holidays of the application', async () => {
    await service.put('/holiday-calendars/feast', {
      name: 'Feast',
      timezone: 'UTC',
      days: [{ date: at(0).slice(0, 10), name: 'Feast' }],
    })
    const { target: _, ...one } = request(9)
    expect(await decideOne(one)).toMatchObject({ verdict: 'FREE', candidates: [] })
    await service.offering({ applicationId: 'shop', version: 20, holidayCalendarIds: ['feast', 'unknown'] })
    expect(await decideOne(one)).toMatchObject({ verdict: 'NOT_OFFERED', reasons: ['HOLIDAY'] })
    await service.offering({ applicationId: 'shop', version: 21 })
    expect(await decideOne(one)).toMatchObject({ verdict: 'FREE' })
  })
})
