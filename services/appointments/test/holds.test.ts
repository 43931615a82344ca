import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '@appointments/contracts'
import { claimsOfHold, holdKeyOf, without } from '../src/domain/hold.ts'
import {
  agent,
  appointmentsService,
  aCustomer,
  customerOf,
  free,
  machine,
  managing,
  notOffered,
  of,
  rejection,
  supervisor,
  V2,
} from './harness.ts'

const service = appointmentsService()
const HOLDS = '/api/v2/availability/holds'
const NOW = '2026-12-01T12:00:00.000Z'
const START = '2027-01-09T09:00:00Z'
const applicationId = 'app-holds'
const TAKEN = { status: 409, code: 'SLOT_TAKEN' }
const GONE = { status: 409, code: 'HOLD_GONE' }

/** An agent that no other test uses. */
let agents = 0
const anAgent = () => {
  agents += 1
  return `held-${agents}`
}
const aHold = (change: Record<string, unknown> = {}) => ({
  applicationId,
  agentId: anAgent(),
  start: START,
  duration: 'PT30M',
  ...change,
})
const hold = (change: Record<string, unknown> = {}, caller: Caller = supervisor) =>
  service.call(caller, 'POST', HOLDS, aHold(change))
const made = async (change: Record<string, unknown> = {}, caller: Caller = supervisor) => {
  const response = await hold(change, caller)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body
}
const book = (change: Record<string, unknown>, caller: Caller = agent) =>
  service.call(caller, 'POST', V2, { applicationId, ...change })
const bookAgent = (id: string) =>
  book({ start: START, duration: 'PT30M', targetAssignment: { type: 'AGENT', id } })
const dayOf = (at: string, later = 0) =>
  new Date(Math.floor(Date.parse(at) / 86_400_000 + later) * 86_400_000).toISOString()
const claimsOf = async (id: string) => (await service.eventsOf(holdKeyOf(id), true)).map(({ data }) => data)

beforeAll(() => service.configured(applicationId, { overlapPolicy: 'REJECT' }))
beforeEach(() => {
  service.setNow(NOW)
  service.availability.decide = (request) => free(request, service.availability.queues)
})

describe('a hold', () => {
  it('promises a time to the owner of its id, and only the hash of the id is stored', async () => {
    const agentId = anAgent()
    const body = await made({ agentId })
    expect(body).toEqual({
      id: expect.stringMatching(/^hold_[\w-]{22}$/) as string,
      applicationId,
      agentId,
      start: START,
      end: '2027-01-09T09:30:00Z',
      duration: 'PT30M',
      timezone: 'UTC',
      expiresAt: '2026-12-01T12:10:00Z',
      extendableUntil: '2026-12-01T13:00:00Z',
    })
    expect((await service.call(agent, 'GET', `${HOLDS}/${body.id}`)).body).toEqual(body)
    expect(rejection(await bookAgent(agentId))).toEqual(TAKEN)
    expect(rejection(await hold({ agentId }))).toEqual(TAKEN)
    expect(await claimsOf(body.id)).toMatchObject([
      { holder: { type: 'HOLD' }, version: 1, claims: [{ agentId, kind: 'HELD', expiresAt: anIso(10) }] },
    ])
    const [{ found } = { found: [] }] = await service.query<{ found: unknown }>(
      `SELECT to_json(array(SELECT h::text FROM holds h UNION ALL SELECT o::text FROM appended o)) AS found`,
    )
    expect(JSON.stringify(found)).not.toContain(body.id)
  })

  it('ends at its expiry, for the next writer and reader at that millisecond', async () => {
    const agentId = anAgent()
    const { id } = await made({ agentId, ttl: 'PT1M' })
    service.setNow('2026-12-01T12:00:59.999Z')
    expect(rejection(await bookAgent(agentId))).toEqual(TAKEN)
    service.setNow('2026-12-01T12:01:00.000Z')
    expect(rejection(await service.call(agent, 'GET', `${HOLDS}/${id}`))).toMatchObject({ status: 404 })
    expect((await bookAgent(agentId)).status).toBe(200)
  })

  it('is extended up to the end of its life', async () => {
    const { id } = await made()
    service.setNow('2026-12-01T12:09:00Z')
    const extended = await service.call(supervisor, 'PUT', `${HOLDS}/${id}`, { ttl: 'PT30M' })
    expect(extended.body).toMatchObject({ expiresAt: '2026-12-01T12:39:00Z' })
    service.setNow('2026-12-01T12:38:00Z')
    const last = await service.call(supervisor, 'PUT', `${HOLDS}/${id}`, { ttl: 'PT30M' })
    expect(last.body).toMatchObject({ expiresAt: '2026-12-01T13:00:00Z' })
    service.setNow('2026-12-01T13:00:00Z')
    expect(rejection(await service.call(supervisor, 'PUT', `${HOLDS}/${id}`, {}))).toEqual(GONE)
    expect(await claimsOf(id)).toMatchObject([{ version: 1 }, { version: 2 }, { version: 3 }])
  })

  it.each([
    ['is over', -1, 'SCHEDULE_IN_PAST'],
    ['is more than two years ahead', 732, 'SCHEDULE_TOO_FAR'],
  ])('is rejected for a time that %s', async (_, days, code) => {
    const start = dayOf(service.now().toISOString(), days)
    const before = await service.footprint()
    expect(rejection(await hold({ start }))).toEqual({ status: 400, code })
    expect(await service.footprint()).toEqual(before)
  })

  it('is rejected for an agent whose id is not valid', async () => {
    expect(rejection(await hold({ agentId: 'a b' }))).toEqual({ status: 400, code: 'AGENT_ID_INVALID' })
  })

  it('can be released repeatedly', async () => {
    const agentId = anAgent()
    const { id } = await made({ agentId })
    for (let time = 0; time < 2; time += 1)
      expect((await service.call(agent, 'DELETE', `${HOLDS}/${id}`)).status).toBe(204)
    expect((await service.call(agent, 'DELETE', `${HOLDS}/hold_0000000000000000000000`)).status).toBe(204)
    expect(await claimsOf(id)).toMatchObject([{ version: 1 }, { version: 2, claims: [] }])
    expect((await bookAgent(agentId)).status).toBe(200)
  })

  it('is counted while it is live, and for a day after it has expired without use', async () => {
    // a new day, when the holds of the other tests have ended
    service.setNow('2026-12-11T12:00:00Z')
    expect(await service.holdFigures()).toEqual({ live: 0, expired: 0 })
    const [released, used] = [await made(), await made()]
    await made()
    expect(await service.holdFigures()).toEqual({ live: 3, expired: 0 })
    await service.call(agent, 'DELETE', `${HOLDS}/${released.id}`)
    expect((await book({ holdId: used.id })).status).toBe(200)
    expect(await service.holdFigures()).toEqual({ live: 1, expired: 0 })
    service.setNow('2026-12-11T12:10:00Z')
    expect(await service.holdFigures()).toEqual({ live: 0, expired: 1 })
    service.setNow('2026-12-12T12:10:00Z')
    expect(await service.holdFigures()).toEqual({ live: 0, expired: 0 })
  })

  it('takes one member of a queue, in the order of the decision', async () => {
    const [one, two] = [anAgent(), anAgent()]
    service.availability.queues = { advice: [one, two] }
    const queue = { agentId: undefined, queueId: 'advice' }
    expect(await made(queue)).toMatchObject({ agentId: one })
    expect(await made(queue)).toMatchObject({ agentId: two })
    expect(rejection(await hold(queue))).toEqual(TAKEN)
  })

  it('asks for further members if all candidates are taken', async () => {
    const [taken, more] = [anAgent(), anAgent()]
    await made({ agentId: taken })
    service.availability.decide = (request) => ({
      ...free(request, { advice: request.exclude?.length ? [more] : [taken] }),
      more: !request.exclude?.length,
    })
    expect(await made({ agentId: undefined, queueId: 'advice' })).toMatchObject({ agentId: more })
  })

  it('respects the maxima of the decision', async () => {
    const agentId = anAgent()
    service.availability.decide = (request) => ({
      ...free(request),
      candidates: [
        {
          agentId,
          offered: true,
          reasons: [],
          limits: [{ from: dayOf(request.start), to: dayOf(request.start, 1), max: 1 }],
        },
      ],
    })
    await made({ agentId })
    expect(rejection(await hold({ agentId, start: '2027-01-09T15:00:00Z' }))).toEqual(TAKEN)
    expect((await hold({ agentId, start: '2027-01-10T15:00:00Z' })).status).toBe(201)
  })

  it('ignores a cancelled appointment in the maximum of the day', async () => {
    const agentId = anAgent()
    const { body } = await bookAgent(agentId)
    const limits = [{ from: dayOf(START), to: dayOf(START, 1), max: 1 }]
    service.availability.decide = (request) => ({
      ...free(request),
      candidates: [{ agentId, offered: true, reasons: [], limits }],
    })
    const later = { agentId, start: '2027-01-09T15:00:00Z' }
    expect(rejection(await hold(later))).toEqual(TAKEN)
    await service.call(supervisor, 'PUT', `${V2}/${body.id}/cancel`, {})
    expect((await hold(later)).status).toBe(201)
  })

  it('is not made outside the calendar, without a decision, or if double booking is allowed', async () => {
    await service.configured('app-allow', {})
    const before = await service.footprint()
    service.availability.decide = (request) => notOffered(request, { reasons: ['CLOSED', 'TOO_SOON'] })
    const outside = await hold()
    expect(rejection(outside)).toEqual({ status: 409, code: 'OUTSIDE_AVAILABILITY' })
    expect(outside.body.reasons).toEqual(['CLOSED', 'TOO_SOON'])
    service.availability.decide = (request) => notOffered(request, { onlyTaken: true })
    expect(rejection(await hold())).toEqual(TAKEN)
    service.availability.decide = (request) => notOffered(request, { known: false })
    expect(rejection(await hold())).toEqual({ status: 404, code: 'AGENT_NOT_FOUND' })
    service.availability.decide = () => undefined
    expect(rejection(await hold())).toEqual({ status: 503, code: 'UNAVAILABLE' })
    expect(rejection(await hold({ applicationId: 'app-allow' }))).toEqual({
      status: 409,
      code: 'HOLDS_NOT_OFFERED',
    })
    expect(await service.footprint()).toEqual(before)
  })

  it('is not made for an application of another organization', async () => {
    const before = await service.footprint()
    const foreign = await hold({}, of('org-2', supervisor))
    expect(rejection(foreign)).toEqual({ status: 404, code: 'APPLICATION_NOT_FOUND' })
    expect(await service.footprint()).toEqual(before)
  })

  it('is limited to 200 live ones per token, counted in the database', async () => {
    const busy: Caller = { roles: ['ROLE_CLIENT_SERVICE'], clientId: 'busy' }
    await service.query(
      `INSERT INTO holds SELECT 'key-' || n, application_id, counted_as, NULL, 1, content, made_at, expires_at, extendable_until
       FROM holds, generate_series(1, 199) AS n WHERE key = $1`,
      [holdKeyOf((await made({}, busy)).id)],
    )
    const limited = await hold({}, busy)
    expect(rejection(limited)).toEqual({ status: 429, code: 'HOLD_LIMIT' })
    expect(limited.headers.get('retry-after')).toBe('600')
    expect((await hold()).status).toBe(201)
    await service.query("DELETE FROM holds WHERE key LIKE 'key-%'")
  })

  it('is made once for each Idempotency-Key', async () => {
    const body = aHold()
    const headers = { 'idempotency-key': 'hold-1' }
    const [one, two] = [
      await service.call(machine, 'POST', HOLDS, body, headers),
      await service.call(machine, 'POST', HOLDS, body, headers),
    ]
    expect(one.status).toBe(201)
    expect(two.body).toEqual(one.body)
  })

  it('is read on open connections after a migration has added a column', async () => {
    const { id } = await made()
    const statuses = async () => {
      const reads = Array.from({ length: 8 }, () => service.call(supervisor, 'GET', `${HOLDS}/${id}`))
      return new Set((await Promise.all(reads)).map(({ status }) => status))
    }
    expect(await statuses()).toEqual(new Set([200]))
    await service.query('ALTER TABLE holds ADD COLUMN of_a_later_release text')
    expect(await statuses()).toEqual(new Set([200]))
  })
})

const anIso = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()

describe('a booking with a hold', () => {
  it('takes the held time of its agent, without another decision', async () => {
    const agentId = anAgent()
    const { id: holdId } = await made({ agentId })
    service.availability.decide = () => undefined
    const { status, body } = await book({ holdId })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      start: START,
      duration: 'PT30M',
      organizer: { id: agentId },
      targetAssignment: { type: 'AGENT', id: agentId },
    })
    expect(await claimsOf(holdId)).toMatchObject([{ version: 1 }, { version: 2, claims: [] }])
    expect(rejection(await book({ holdId }))).toEqual(GONE)
    expect(rejection(await bookAgent(agentId))).toEqual(TAKEN)
  })

  it('keeps the buffers of the decision', async () => {
    const agentId = anAgent()
    const occupied = { from: '2027-01-09T08:45:00Z', to: '2027-01-09T09:45:00Z' }
    service.availability.decide = (request) => ({ ...free(request), occupied })
    const { id: holdId } = await made({ agentId })
    const { body } = await book({ holdId })
    expect((await service.eventsOf(body.id, true)).map(({ data }) => data)).toMatchObject([
      { claims: [{ agentId, from: '2027-01-09T08:45:00.000Z', to: '2027-01-09T09:45:00.000Z' }] },
    ])
    service.availability.decide = (request) => free(request)
    expect(rejection(await hold({ agentId, start: '2027-01-09T09:40:00Z' }))).toEqual(TAKEN)
    expect((await hold({ agentId, start: '2027-01-09T09:45:00Z' })).status).toBe(201)
    const { status } = await service.call(supervisor, 'PUT', `${V2}/reschedule`, {
      id: body.id,
      start: '2027-01-11T09:00:00Z',
    })
    expect(status).toBe(200)
    expect(rejection(await hold({ agentId, start: '2027-01-11T09:40:00Z' }))).toEqual(TAKEN)
  })

  it.each([
    ['start', { start: '2027-01-09T10:00:00Z' }],
    ['duration', { duration: 'PT45M' }],
    ['application', { applicationId: 'app-other' }],
    ['agent', { targetAssignment: { type: 'AGENT', id: 'another' } }],
  ])('must not name another %s', async (_, change) => {
    const { id: holdId } = await made()
    expect(rejection(await book({ holdId, ...change }))).toEqual({ status: 409, code: 'HOLD_MISMATCH' })
  })

  it('leaves the hold live if the booking is rejected', async () => {
    const { id: holdId } = await made()
    const rejected = await book({ holdId, interaction: { routing: { type: 'VENDORB_DIGITAL_CONNECT' } } })
    expect(rejected.body.code).toBe('ROUTING_INCOMPLETE')
    expect((await service.call(agent, 'GET', `${HOLDS}/${holdId}`)).status).toBe(200)
    expect((await book({ holdId })).status).toBe(200)
  })

  it('is decided afresh if the hold has expired', async () => {
    const agentId = anAgent()
    const { id: holdId } = await made({ agentId })
    const again = {
      holdId,
      start: START,
      duration: 'PT30M',
      targetAssignment: { type: 'AGENT', id: agentId },
    }
    service.setNow('2026-12-01T12:10:00Z')
    expect((await book(again)).status).toBe(200)
    expect(rejection(await book(again))).toEqual(GONE)
    expect(rejection(await book({ holdId }))).toEqual(GONE)
  })

  it('succeeds exactly once of twenty in parallel', async () => {
    const { id: holdId } = await made()
    const responses = await Promise.all(Array.from({ length: 20 }, () => book({ holdId })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)])
  })

  it('is rejected if the id of the hold is malformed', async () => {
    expect((await book({ holdId: 'hold_short' })).status).toBe(400)
  })

  it('promises the time that a move occupies with the buffers of the appointment', async () => {
    const agentId = anAgent()
    const occupied = { from: '2027-01-09T08:45:00Z', to: '2027-01-09T09:45:00Z' }
    service.availability.decide = (request) => ({ ...free(request), occupied })
    const { id: first } = await made({ agentId })
    const { body } = await book({ holdId: first })
    // the service type has no buffers any more, so availability knows those of the appointment from the request only
    service.availability.decide = (request) => ({
      ...free(request),
      ...(request.occupied && { occupied: request.occupied }),
    })
    const { id: holdId } = await made({
      agentId: undefined,
      appointmentId: body.id,
      start: '2027-01-11T09:00:00Z',
    })
    const neighbour = await book({
      start: '2027-01-11T09:30:00Z',
      duration: 'PT30M',
      targetAssignment: { type: 'AGENT', id: agentId },
    })
    expect(rejection(neighbour)).toEqual(TAKEN)
    const moved = await service.call(supervisor, 'PUT', `${V2}/reschedule`, { id: body.id, holdId })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  })
})

describe('a move with a hold', () => {
  const booked = async () => {
    const agentId = anAgent()
    const { body } = await book({
      start: START,
      duration: 'PT30M',
      customers: [aCustomer()],
      targetAssignment: { type: 'AGENT', id: agentId },
    })
    return { agentId, id: body.id, body }
  }
  const move = (id: string, change: object, caller: Caller = supervisor) =>
    service.call(caller, 'PUT', `${V2}/reschedule`, { id, ...change })

  it('may overlap the old time of the appointment, and takes the held time', async () => {
    const { id, agentId } = await booked()
    // the appointment that moves does not count towards the maximum
    const limits = [{ from: dayOf(START), to: dayOf(START, 1), max: 1 }]
    service.availability.decide = (request) => ({
      ...free(request),
      candidates: [{ agentId, offered: true, reasons: [], limits }],
    })
    const { id: holdId } = await made({
      agentId: undefined,
      appointmentId: id,
      start: '2027-01-09T09:15:00Z',
    })
    expect(rejection(await hold({ agentId, start: '2027-01-09T09:30:00Z' }))).toEqual(TAKEN)
    expect((await move(id, { holdId })).body).toMatchObject({ start: '2027-01-09T09:15:00Z' })
    expect(await claimsOf(holdId)).toMatchObject([
      { claims: [{ from: '2027-01-09T09:30:00.000Z', to: '2027-01-09T09:45:00.000Z' }] },
      { claims: [] },
    ])
    expect(rejection(await move(id, { holdId }))).toEqual(GONE)
  })

  it('can have only a duration that the customer may choose without a hold', async () => {
    const { id, body } = await booked()
    const customer = managing(id, customerOf(body))
    const own = { agentId: undefined, appointmentId: id, start: '2027-02-05T09:00:00Z' }
    const rejected = await hold({ ...own, duration: 'PT4H' }, customer)
    expect(rejected.body.errors).toMatchObject([{ pointer: '/duration', code: 'DURATION_NOT_OFFERED' }])
    expect((await hold({ ...own, duration: 'PT2H' }, customer)).status).toBe(201)
  })

  it('is rejected if another agent has become the organizer meanwhile', async () => {
    const { id } = await booked()
    const wish = { agentId: undefined, appointmentId: id, start: '2027-02-01T09:00:00Z' }
    const { id: holdId } = await made(wish)
    const other = anAgent()
    const participants = [{ id: other, type: 'AGENT' as const }]
    await service.publishRoster(id, 2, { organizerId: other, participants })
    expect(rejection(await move(id, { holdId }))).toEqual(GONE)
  })

  it('claims no time that the appointment occupies, even if the appointment is moved meanwhile', async () => {
    const { id } = await booked()
    service.availability.meanwhile = async () => {
      service.availability.meanwhile = () => Promise.resolve()
      expect((await move(id, { start: '2027-01-09T09:20:00Z' })).status).toBe(200)
    }
    const { id: holdId } = await made({
      agentId: undefined,
      appointmentId: id,
      start: '2027-01-09T09:15:00Z',
    })
    expect(await claimsOf(holdId)).toMatchObject([
      { claims: [{ from: '2027-01-09T09:15:00.000Z', to: '2027-01-09T09:20:00.000Z' }] },
    ])
    expect((await move(id, { holdId })).status).toBe(200)
  })

  it('need not name the application beside the appointment', async () => {
    const { id } = await booked()
    const wish = { agentId: undefined, start: '2027-02-04T09:00:00Z' }
    const held = await made({ ...wish, applicationId: undefined, appointmentId: id })
    expect(held).toMatchObject({ applicationId })
    const elsewhere = await hold({ ...wish, applicationId: 'another', appointmentId: id })
    expect(rejection(elsewhere)).toEqual({ status: 404, code: 'APPOINTMENT_NOT_FOUND' })
    const neither = await hold({ applicationId: undefined })
    expect(neither.body.errors).toEqual([
      { pointer: '/applicationId', code: 'REQUIRED', message: 'is required unless appointmentId is given' },
    ])
  })

  it('must name the appointment of the hold', async () => {
    const [one, other] = [await booked(), await booked()]
    const { id: holdId } = await made({
      agentId: undefined,
      appointmentId: one.id,
      start: '2027-02-01T09:00:00Z',
    })
    const mismatch = { status: 409, code: 'HOLD_MISMATCH' }
    expect(rejection(await move(other.id, { holdId }))).toEqual(mismatch)
    expect(rejection(await book({ holdId }))).toEqual(mismatch)
  })

  it('is open to the customer of the appointment, without revealing the agent or the blocking slot', async () => {
    const { id, agentId, body } = await booked()
    const customer = managing(id, customerOf(body))
    const own = { agentId: undefined, appointmentId: id, start: '2027-02-01T09:00:00Z' }
    const forbidden = { status: 403, code: 'FORBIDDEN' }
    expect(rejection(await hold({}, customer))).toEqual(forbidden)
    const withoutMove = managing(id, customerOf(body), { actions: ['READ', 'CANCEL'] })
    expect(rejection(await hold(own, withoutMove))).toEqual(forbidden)
    const first = await made(own, customer)
    expect(first).not.toHaveProperty('agentId')
    expect(first).toMatchObject({
      expiresAt: '2026-12-01T12:10:00Z',
      extendableUntil: '2026-12-01T12:15:00Z',
    })
    const second = await hold({ ...own, start: '2027-02-02T09:00:00Z' }, customer)
    expect(rejection(second)).toEqual({ status: 429, code: 'HOLD_LIMIT' })
    expect(second.body).toMatchObject({ detail: 'At most 1 hold may be live at a time.' })
    await made({ agentId, start: '2027-02-03T09:00:00Z' })
    const taken = await move(id, { start: '2027-02-03T09:00:00Z' }, customer)
    expect(rejection(taken)).toEqual(TAKEN)
    expect(taken.body).not.toHaveProperty('blocking')
    expect(JSON.stringify(taken.body)).not.toContain(agentId)
    expect((await move(id, { holdId: first.id }, customer)).status).toBe(200)
  })

  it('is rejected for customers after the cut-off', async () => {
    await service.call(machine, 'PUT', `/api/v2/applications/${applicationId}/availability`, {
      customerMoveCutoff: 'P60D',
    })
    const { id, body } = await booked()
    const customer = managing(id, customerOf(body))
    const late = { status: 403, code: 'MOVE_CUTOFF_PASSED' }
    const start = '2027-02-01T09:00:00Z'
    expect(rejection(await move(id, { start }, customer))).toEqual(late)
    expect(rejection(await hold({ agentId: undefined, appointmentId: id, start }, customer))).toEqual(late)
    expect((await move(id, { start })).status).toBe(200)
    await service.call(machine, 'PUT', `/api/v2/applications/${applicationId}/availability`, {})
  })

  it('loses its hold when the appointment is removed', async () => {
    const { id } = await booked()
    const { id: holdId } = await made({
      agentId: undefined,
      appointmentId: id,
      start: '2027-02-01T09:00:00Z',
    })
    expect((await service.call(supervisor, 'DELETE', `${V2}/${id}`)).status).toBe(204)
    expect(await claimsOf(holdId)).toMatchObject([{ version: 1 }, { version: 2, claims: [] }])
    expect(
      await service.query('SELECT FROM agent_bookings WHERE hold_key = $1', [holdKeyOf(holdId)]),
    ).toEqual([])
  })
})

describe('a range without another', () => {
  it.each([
    ['before', ['1', '2'], [['3', '5']]],
    ['over the start', ['2', '4'], [['4', '5']]],
    [
      'inside',
      ['35', '4'],
      [
        ['3', '35'],
        ['4', '5'],
      ],
    ],
    ['over all', ['2', '6'], []],
  ])('that lies %s', (_, [from = '', to = ''], left) => {
    expect(without({ from: '3', to: '5' }, { from, to }).map((range) => [range.from, range.to])).toEqual(left)
  })
})

it('a hold that has ended claims nothing', () => {
  const stored = {
    key: 'k',
    version: 2,
    agentId: 'a',
    claims: [{ from: '1', to: '2' }],
    expiresAt: new Date(NOW),
  }
  expect(claimsOfHold({ ...stored, usedAt: new Date(NOW) } as never).claims).toEqual([])
})
