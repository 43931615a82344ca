import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  anonymous,
  appointmentsService,
  free,
  machine,
  notOffered,
  rejection,
  supervisor,
  V2,
  type Body,
} from './harness.ts'

const service = appointmentsService()
const applicationId = 'app-members'
const START = '2027-01-09T09:00:00Z'
const TAKEN = { status: 409, code: 'SLOT_TAKEN' }
let names = 0
const member = () => {
  names += 1
  return `worker-${names}`
}
const members = (...advice: string[]) => (service.availability.queues = { advice })
const policy = (availabilityPolicy: string, id = applicationId) =>
  service.call(machine, 'PUT', `/api/v2/applications/${id}/availability`, { availabilityPolicy })
const scheduled = (agentId = member(), change: object = {}) =>
  service.scheduled({ applicationId, targetAssignment: { type: 'AGENT', id: agentId }, ...change })
const claim = (appointmentId: string, change: object) =>
  service.call(anonymous, 'POST', '/internal/slots/claim-member', {
    appointmentId,
    rosterVersion: 1,
    purpose: 'REASSIGN',
    followsPolicy: true,
    ...change,
  })
const rowsOf = (agentId: string) =>
  service.query<{ appointment_id: string; kind: string; exclusive: boolean }>(
    'SELECT appointment_id, kind, exclusive FROM agent_bookings WHERE agent_id = $1',
    [agentId],
  )
const chosen = ({ status, body }: { status: number; body: Body }) => ({ status, agentId: body.agentId })

beforeAll(() => service.configured(applicationId, { overlapPolicy: 'REJECT' }))
beforeEach(async () => {
  await policy('OFF')
  members()
  service.availability.decide = (request) => free(request, service.availability.queues)
})

describe('a queue', () => {
  it('provides a free member other than the organizer, and claims and publishes its time', async () => {
    const [organizer, busy, idle] = [member(), member(), member()]
    const { id } = await scheduled(organizer)
    await scheduled(busy)
    members(organizer, busy, idle)
    expect(chosen(await claim(id, { queueId: 'advice' }))).toEqual({ status: 200, agentId: idle })
    expect(await rowsOf(idle)).toEqual([{ appointment_id: id, kind: 'CLAIMED', exclusive: true }])
    expect((await service.eventsOf(id, true)).at(-1)?.data).toMatchObject({
      version: 2,
      revision: 1,
      claims: [
        { agentId: organizer, kind: 'BOOKED' },
        { agentId: idle, kind: 'BOOKED' },
      ],
    })
    expect(service.availability.asked.at(-1)).toMatchObject({
      purpose: 'REASSIGN',
      target: { queueId: 'advice' },
      exclude: [organizer],
      bound: false,
    })
    expect(rejection(await claim((await scheduled()).id, { queueId: 'advice' }))).toEqual(TAKEN)
  })

  it('provides a member with the language and the skills that the booking asked for', async () => {
    members(member(), member())
    const wish = { applicationId, queueId: 'advice', start: START, duration: 'PT30M' }
    const hold = await service.call(machine, 'POST', '/api/v2/availability/holds', {
      ...wish,
      language: 'fr',
      skills: ['loans'],
    })
    const { body } = await service.call(machine, 'POST', V2, { applicationId, holdId: hold.body.id })
    expect((await claim(body.id, { queueId: 'advice' })).status).toBe(200)
    const requires = { languages: ['fr'], skills: ['loans'] }
    expect(service.availability.asked.at(-1)).toMatchObject({ purpose: 'REASSIGN', requires })
  })

  it('provides each member once if many requests arrive at the same time', async () => {
    const free = [member(), member(), member()]
    members(...free)
    const appointments = await Promise.all(Array.from({ length: 8 }, () => scheduled()))
    const responses = await Promise.all(appointments.map(({ id }) => claim(id, { queueId: 'advice' })))
    const given = responses.filter(({ status }) => status === 200).map(({ body }) => body.agentId)
    expect(given.sort()).toEqual(free.sort())
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(5)
  })

  it('is rejected if the queue is unknown, no member is offered, or availability does not respond', async () => {
    const { id } = await scheduled()
    expect(rejection(await claim(id, { queueId: 'nowhere' }))).toEqual({
      status: 404,
      code: 'QUEUE_NOT_FOUND',
    })
    await policy('ENFORCE')
    service.availability.decide = (request) => notOffered(request, { known: true, reasons: ['ABSENT'] })
    const outside = await claim(id, { queueId: 'advice' })
    expect(rejection(outside)).toEqual({ status: 409, code: 'OUTSIDE_AVAILABILITY' })
    expect(outside.body.reasons).toEqual(['ABSENT'])
    service.availability.decide = () => undefined
    await policy('OFF')
    expect((await claim(id, { queueId: 'advice' })).status).toBe(503)
  })

  it('is rejected with SLOT_TAKEN if only other claims count against its members', async () => {
    const { id } = await scheduled()
    service.availability.decide = (request) =>
      notOffered(request, { known: true, reasons: ['CLOSED', 'BOOKED', 'NOBODY_FREE'] })
    expect(rejection(await claim(id, { queueId: 'advice' }))).toEqual(TAKEN)
    await policy('ENFORCE')
    expect(rejection(await claim(id, { queueId: 'advice', override: 'CALENDAR' }))).toEqual(TAKEN)
    expect(rejection(await claim(id, { queueId: 'advice' }))).toEqual({
      status: 409,
      code: 'OUTSIDE_AVAILABILITY',
    })
  })

  it('provides the first member if the application allows double booking, and claims nothing', async () => {
    const one = member()
    members(one)
    const { id } = await service.scheduled({ applicationId: 'app-lenient' })
    expect(chosen(await claim(id, { queueId: 'advice' }))).toEqual({ status: 200, agentId: one })
    expect(await rowsOf(one)).toEqual([])
  })
})

describe('an agent', () => {
  it('is rejected under ENFORCE outside its calendar, with a warning under WARN', async () => {
    const { id } = await scheduled()
    const agentId = member()
    service.availability.decide = (request) => ({
      ...free(request),
      verdict: 'NOT_OFFERED',
      reasons: ['CLOSED'],
    })
    await policy('ENFORCE')
    expect(rejection(await claim(id, { agentId }))).toEqual({ status: 409, code: 'OUTSIDE_AVAILABILITY' })
    expect(await rowsOf(agentId)).toEqual([])
    expect((await claim(id, { agentId, followsPolicy: false })).body.warnings).toEqual([])
    await policy('WARN')
    expect((await claim(id, { agentId })).body.warnings).toMatchObject([{ code: 'CLOSED' }])
  })

  it('is decided on again if the appointment is moved meanwhile', async () => {
    const { id } = await scheduled()
    const agentId = member()
    await policy('ENFORCE')
    service.availability.decide = (request) =>
      request.purpose === 'REASSIGN' && request.start !== '2027-01-09T09:00:00.000Z'
        ? notOffered(request)
        : free(request)
    service.availability.meanwhile = async () => {
      service.availability.meanwhile = () => Promise.resolve()
      const moved = { id, start: '2027-01-12T09:00:00Z' }
      expect((await service.call(supervisor, 'PUT', `${V2}/reschedule`, moved)).status).toBe(200)
    }
    expect(rejection(await claim(id, { agentId }))).toEqual({ status: 409, code: 'OUTSIDE_AVAILABILITY' })
    expect(await rowsOf(agentId)).toEqual([])
  })

  it('must be free and below its maximum, and while availability is down, is rejected only under ENFORCE', async () => {
    const { id } = await scheduled()
    await policy('ENFORCE')
    const busy = member()
    await scheduled(busy)
    expect(rejection(await claim(id, { agentId: busy }))).toEqual(TAKEN)
    const limits = [{ from: '2027-01-09T00:00:00Z', to: '2027-01-10T00:00:00Z', max: 1 }]
    const full = member()
    await scheduled(full, { start: '2027-01-09T14:00:00Z' })
    service.availability.decide = (request) => {
      const decision = free(request)
      return { ...decision, candidates: decision.candidates.map((one) => ({ ...one, limits })) }
    }
    const capped = await claim(id, { agentId: full })
    expect([rejection(capped), capped.body.reasons]).toEqual([
      { status: 409, code: 'OUTSIDE_AVAILABILITY' },
      ['LIMIT_REACHED'],
    ])
    service.availability.decide = () => undefined
    const agentId = member()
    expect((await claim(id, { agentId })).status).toBe(503)
    await policy('WARN')
    expect((await claim(id, { agentId })).body.warnings).toMatchObject([{ code: 'AVAILABILITY_UNCHECKED' }])
  })

  it('can be claimed by an override outside its calendar and over appointments, but not over a hold', async () => {
    await policy('ENFORCE')
    const { id } = await scheduled()
    const closed = member()
    service.availability.decide = (request) => notOffered(request, { reasons: ['CLOSED'] })
    const overridden = await claim(id, { agentId: closed, override: 'CALENDAR' })
    expect(overridden).toMatchObject({ status: 200, body: { overridden: ['CLOSED'] } })
    service.availability.decide = (request) => free(request, service.availability.queues)
    const busy = member()
    await scheduled(busy)
    expect(rejection(await claim(id, { agentId: busy, override: 'CALENDAR' }))).toEqual(TAKEN)
    expect((await claim(id, { agentId: busy, override: 'OVERLAP' })).status).toBe(200)
    expect((await rowsOf(busy)).find((row) => row.appointment_id === id)).toMatchObject({
      kind: 'CLAIMED',
      exclusive: false,
    })
    const held = member()
    const wish = { applicationId, agentId: held, start: START, duration: 'PT30M' }
    expect((await service.call(supervisor, 'POST', '/api/v2/availability/holds', wish)).status).toBe(201)
    expect(rejection(await claim(id, { agentId: held, override: 'OVERLAP' }))).toEqual(TAKEN)
  })

  it('is claimed for an open appointment only', async () => {
    const { id } = await scheduled()
    await service.call(supervisor, 'PUT', `${V2}/${id}/cancel`)
    expect(rejection(await claim(id, { agentId: member() }))).toEqual({ status: 409, code: 'INVALID_STATE' })
    expect(rejection(await claim('nowhere', { agentId: member() }))).toEqual({
      status: 404,
      code: 'APPOINTMENT_NOT_FOUND',
    })
    expect((await claim(id, {})).status).toBe(400)
  })
})
