import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { THIRD_PARTY_HEADER } from '@appointments/http'
import {
  serviceTypeRequest,
  type Caller,
  type Candidate,
  type UnavailableReason,
} from '@appointments/contracts'
import {
  agent,
  appointmentsService,
  aCustomer,
  free,
  machine,
  managing,
  notOffered,
  of,
  rejection,
  supervisor,
  V1,
  V2,
} from './harness.ts'

const service = appointmentsService()
const START = '2027-01-09T09:00:00Z'
const applicationId = 'app-policy'
const OUTSIDE = { status: 409, code: 'OUTSIDE_AVAILABILITY' }
const TAKEN = { status: 409, code: 'SLOT_TAKEN' }

/** An agent that no other test uses. */
let agents = 0
const anAgent = () => {
  agents += 1
  return `offered-${agents}`
}
const aBooking = (change: Record<string, unknown> = {}) => ({
  applicationId,
  start: START,
  duration: 'PT30M',
  targetAssignment: { type: 'AGENT', id: anAgent() },
  ...change,
})
const book = (change: Record<string, unknown> = {}, caller: Caller = machine, base = V2) =>
  service.call(caller, 'POST', base, aBooking(change))
const policy = (settings: Record<string, unknown>) =>
  service.call(machine, 'PUT', `/api/v2/applications/${applicationId}/availability`, settings)
const closed = () => {
  service.availability.decide = (request) => notOffered(request, { reasons: ['CLOSED', 'TOO_SOON'] })
}
const down = () => {
  service.availability.decide = () => undefined
}
const toQueue = { targetAssignment: { type: 'QUEUE', id: 'advice' } }

beforeAll(() => service.configured(applicationId, { overlapPolicy: 'REJECT' }))
beforeEach(async () => {
  await policy({})
  service.availability.queues = {}
  service.availability.asked.length = 0
  service.availability.decide = (request) => free(request, service.availability.queues)
})

describe('OFF', () => {
  it('does not ask availability about a booking, with or without an agent', async () => {
    closed()
    expect((await book()).status).toBe(200)
    expect((await book({ targetAssignment: undefined })).status).toBe(200)
    expect(service.availability.asked).toEqual([])
  })

  it('rejects a booking of a held time on both versions', async () => {
    const { userId = '' } = agent
    const start = '2027-01-09T15:00:00Z'
    const held = { applicationId, agentId: userId, start, duration: 'PT30M' }
    expect((await service.call(agent, 'POST', '/api/v2/availability/holds', held)).status).toBe(201)
    for (const base of [V1, V2]) {
      const booking = { applicationId, start, duration: 'PT1H' }
      expect(rejection(await service.call(agent, 'POST', base, booking)), base).toEqual(TAKEN)
    }
  })
})

describe('WARN', () => {
  beforeEach(() => policy({ availabilityPolicy: 'WARN' }))

  it('books, and returns the reasons against the time as warnings', async () => {
    closed()
    const { status, body } = await book()
    expect(status).toBe(200)
    expect(body.warnings).toMatchObject([{ code: 'CLOSED' }, { code: 'TOO_SOON' }])
    expect(await service.read(body.id)).not.toHaveProperty('warnings')
    const moved = await service.call(supervisor, 'PUT', `${V2}/reschedule`, {
      id: body.id,
      start: '2027-02-01T09:00:00Z',
    })
    expect(moved.body.warnings).toMatchObject([{ code: 'CLOSED' }, { code: 'TOO_SOON' }])
  })

  it('books if availability does not reply, with a warning', async () => {
    down()
    const { body } = await book()
    expect(body.warnings).toMatchObject([{ code: 'AVAILABILITY_UNCHECKED' }])
    const move = { id: body.id, start: '2027-02-01T09:00:00Z' }
    const moved = await service.call(supervisor, 'PUT', `${V2}/reschedule`, move)
    expect(moved.status).toBe(200)
    expect(moved.body.warnings).toMatchObject([{ code: 'AVAILABILITY_UNCHECKED' }])
  })

  it('returns no warning for an offered time', async () => {
    expect((await book()).body).not.toHaveProperty('warnings')
  })
})

describe('ENFORCE', () => {
  beforeEach(() => policy({ availabilityPolicy: 'ENFORCE' }))

  it('rejects with 503 while availability does not respond, marked so that the circuit stays closed', async () => {
    const { decide } = service.availability
    service.availability.decide = () => undefined
    const response = await service.call(machine, 'POST', V2, aBooking())
    service.availability.decide = decide
    expect(rejection(response)).toEqual({ status: 503, code: 'UNAVAILABLE' })
    expect(response.headers.get('retry-after')).toBe('2')
    expect(response.headers.get(THIRD_PARTY_HEADER)).toBe('true')
  })

  it('rejects a time outside the calendar, and stores nothing', async () => {
    closed()
    const before = await service.footprint()
    const rejected = await book()
    expect(rejection(rejected)).toEqual(OUTSIDE)
    expect(rejected.body.reasons).toEqual(['CLOSED', 'TOO_SOON'])
    expect(await service.footprint()).toEqual(before)
  })

  it('rejects a time that is taken, and reports the blocking interval', async () => {
    const targetAssignment = { type: 'AGENT', id: anAgent() }
    expect((await book({ targetAssignment })).status).toBe(200)
    const rejected = await book({ targetAssignment })
    expect(rejection(rejected)).toEqual(TAKEN)
    expect(rejected.body.blocking).toMatchObject({ agentId: targetAssignment.id, kind: 'BOOKED' })
  })

  it('books and moves to a time that was taken and is free again, up to the maxima of the agent', async () => {
    const agentId = anAgent()
    const targetAssignment = { type: 'AGENT', id: agentId }
    const { body: first } = await book({ targetAssignment, start: '2027-01-09T14:00:00Z' })
    const { body: other } = await book({ targetAssignment, start: '2027-01-10T14:00:00Z' })
    const takenWith = (max: number) => {
      service.availability.decide = (request) => {
        const limits = [{ from: '2027-01-09T00:00:00Z', to: '2027-01-10T00:00:00Z', max }]
        const candidates = [{ agentId, offered: false, reasons: ['BOOKED' as const], limits }]
        return notOffered(request, { reasons: ['BOOKED'], onlyTaken: true, candidates })
      }
    }
    takenWith(1)
    expect(rejection(await book({ targetAssignment }))).toEqual(TAKEN)
    const move = { id: other.id, start: '2027-01-09T11:00:00Z' }
    expect(rejection(await service.call(machine, 'PUT', `${V2}/reschedule`, move))).toEqual(OUTSIDE)
    takenWith(2)
    expect((await book({ targetAssignment })).body.organizer?.id).toBe(agentId)
    expect(first.organizer?.id).toBe(agentId)
  })

  it('rejects a move outside the calendar', async () => {
    const { body } = await book()
    closed()
    const move = { id: body.id, start: '2027-02-01T09:00:00Z' }
    expect(rejection(await service.call(supervisor, 'PUT', `${V2}/reschedule`, move))).toEqual(OUTSIDE)
    expect(service.availability.asked.at(-1)).toMatchObject({
      purpose: 'MOVE',
      ignore: [{ type: 'APPOINTMENT', id: body.id }],
      bound: false,
    })
    down()
    expect(rejection(await service.call(supervisor, 'PUT', `${V2}/reschedule`, move))).toMatchObject({
      status: 503,
    })
  })

  it('decides on a move again if the duration changes meanwhile', async () => {
    const { body } = await book()
    const move = (change: object) =>
      service.call(machine, 'PUT', `${V2}/reschedule`, { id: body.id, ...change })
    service.availability.decide = (request) =>
      request.end > '2027-02-01T10:00:00.000Z' ? notOffered(request) : free(request)
    service.availability.meanwhile = async () => {
      service.availability.meanwhile = () => Promise.resolve()
      expect((await move({ start: '2027-01-20T09:00:00Z', duration: 'PT2H' })).status).toBe(200)
    }
    expect(rejection(await move({ start: '2027-02-01T09:00:00Z' }))).toEqual(OUTSIDE)
  })

  it('asks about the duration of a move or its hold only if the length changes', async () => {
    const { body } = await book()
    const hold = (duration: string, start: string) =>
      service.call(supervisor, 'POST', '/api/v2/availability/holds', {
        applicationId,
        appointmentId: body.id,
        start,
        duration,
      })
    const move = (duration: string, start: string) =>
      service.call(supervisor, 'PUT', `${V2}/reschedule`, { id: body.id, start, duration })
    for (const [day, ask] of [hold, move].entries()) {
      expect((await ask('PT0.5H', `2027-02-0${day + 1}T09:00:00Z`)).status).toBeLessThan(300)
      expect(service.availability.asked.at(-1)).not.toHaveProperty('duration')
      expect((await ask('PT45M', `2027-02-0${day + 1}T14:00:00Z`)).status).toBeLessThan(300)
      expect(service.availability.asked.at(-1)).toMatchObject({ duration: 'PT45M' })
    }
  })

  it('rejects a booking if availability does not reply', async () => {
    down()
    const rejected = await book()
    expect(rejection(rejected)).toEqual({ status: 503, code: 'UNAVAILABLE' })
    expect(rejected.headers.get('retry-after')).toBe('2')
  })

  it('does not apply to v1 unless appliesToV1 is set', async () => {
    closed()
    const body = { applicationId, start: START, duration: 'PT30M' }
    expect((await service.call(machine, 'POST', V1, body)).status).toBe(200)
    await policy({ availabilityPolicy: 'ENFORCE', appliesToV1: true })
    expect(rejection(await service.call(machine, 'POST', V1, body))).toEqual(OUTSIDE)
    await policy({ availabilityPolicy: 'WARN', appliesToV1: true })
    expect((await service.call(machine, 'POST', V1, body)).body).not.toHaveProperty('warnings')
  })

  it('can be overridden by the roles that the application lists', async () => {
    await policy({ availabilityPolicy: 'ENFORCE', overrideRoles: ['ROLE_AGENT'] })
    closed()
    const targetAssignment = { type: 'AGENT', id: anAgent() }
    const denied = await book({ override: 'CALENDAR' })
    expect(rejection(denied)).toEqual({ status: 403, code: 'OVERRIDE_NOT_ALLOWED' })
    expect(denied.body).toMatchObject({
      detail: expect.stringMatching(/^Only ROLE_AGENT may override .* overrideRoles /) as string,
    })
    const { body } = await book({ override: 'CALENDAR', targetAssignment }, agent)
    const [event] = await service.eventsOf(body.id)
    expect(event?.data).toMatchObject({ overridden: ['CLOSED', 'TOO_SOON'] })
    expect(rejection(await book({ override: 'CALENDAR', targetAssignment }, agent))).toEqual(TAKEN)
    expect((await book({ override: 'OVERLAP', targetAssignment }, agent)).status).toBe(200)
  })

  it('can be overridden by a move, whose event lists the overridden reasons', async () => {
    const { body } = await book({}, agent)
    await policy({ availabilityPolicy: 'ENFORCE', overrideRoles: ['ROLE_AGENT'] })
    closed()
    const move = (caller: Caller) =>
      service.call(caller, 'PUT', `${V2}/reschedule`, {
        id: body.id,
        start: '2027-02-01T09:00:00Z',
        override: 'CALENDAR',
      })
    expect(rejection(await move(supervisor))).toEqual({ status: 403, code: 'OVERRIDE_NOT_ALLOWED' })
    expect((await move(agent)).status).toBe(200)
    expect((await service.eventsOf(body.id)).at(-1)).toMatchObject({
      type: 'APRescheduledEvent',
      data: { overridden: ['CLOSED', 'TOO_SOON'] },
    })
  })

  it('rejects an override that overlaps a hold', async () => {
    await policy({ availabilityPolicy: 'ENFORCE', overrideRoles: ['ROLE_AGENT'] })
    const id = anAgent()
    const held = { applicationId, agentId: id, start: START, duration: 'PT30M' }
    expect((await service.call(agent, 'POST', '/api/v2/availability/holds', held)).status).toBe(201)
    expect(
      rejection(await book({ override: 'OVERLAP', targetAssignment: { type: 'AGENT', id } }, agent)),
    ).toEqual(TAKEN)
  })
})

describe('a queue of the directory', () => {
  it('prefers the requested agent, and then the organizer of an earlier appointment', async () => {
    const [one, two, three] = [anAgent(), anAgent(), anAgent()]
    service.availability.queues = { advice: [one, two, three] }
    const earlier = await service.scheduled({
      applicationId,
      start: '2027-01-02T09:00:00Z',
      targetAssignment: { type: 'AGENT', id: two },
    })
    const follows = { ...toQueue, followsAppointmentId: earlier.id }
    expect((await book({ ...follows, preferredAgentId: three })).body.organizer).toMatchObject({ id: three })
    expect(service.availability.asked.at(-1)).toMatchObject({ prefer: [three, two] })
    expect((await book(follows)).body.organizer).toMatchObject({ id: two })
    const wish = { applicationId, queueId: 'advice', start: '2027-01-10T09:00:00Z', duration: 'PT30M' }
    const held = await service.call(machine, 'POST', '/api/v2/availability/holds', {
      ...wish,
      followsAppointmentId: earlier.id,
    })
    expect(held.body.agentId).toBe(two)
    const before = await service.footprint()
    for (const [id, caller] of [
      ['nowhere', machine],
      [earlier.id, of('other', machine)],
    ] as const)
      expect((await book({ ...toQueue, followsAppointmentId: id }, caller)).status).toBeGreaterThanOrEqual(
        400,
      )
    expect(await book({ ...toQueue, followsAppointmentId: 'nowhere' })).toMatchObject({
      status: 400,
      body: { code: 'UNKNOWN_REFERENCE', errors: [{ pointer: '/followsAppointmentId' }] },
    })
    expect(await service.footprint()).toEqual(before)
  })

  it('makes its first free member the organizer, instead of the calling agent', async () => {
    const [one, two] = [anAgent(), anAgent()]
    service.availability.queues = { advice: [one, two] }
    const first = await book(toQueue, agent)
    expect(first.body).toMatchObject({
      organizer: { id: one },
      targetAssignment: toQueue.targetAssignment,
      assignment: { state: 'ASSIGNED', queueId: 'advice' },
    })
    expect((await book({ ...toQueue, preferredAgentId: two })).body).toMatchObject({ organizer: { id: two } })
  })

  it('leaves a booking without an agent if all members are taken or availability does not reply', async () => {
    service.availability.queues = { advice: [anAgent()] }
    await book(toQueue)
    const waiting = await book(toQueue, agent)
    expect(waiting.body).toMatchObject({ assignment: { state: 'PENDING', reason: 'NOBODY_FREE' } })
    expect(waiting.body).not.toHaveProperty('organizer')
    down()
    expect((await book(toQueue)).body).toMatchObject({ assignment: { state: 'PENDING' } })
  })

  it('rejects a booking under ENFORCE if all members are taken', async () => {
    await policy({ availabilityPolicy: 'ENFORCE' })
    service.availability.queues = { advice: [anAgent()] }
    expect((await book(toQueue)).status).toBe(200)
    expect(rejection(await book(toQueue))).toEqual(TAKEN)
  })

  it('rejects an override under ENFORCE if all members are occupied or availability does not reply', async () => {
    await policy({ availabilityPolicy: 'ENFORCE' })
    const one = anAgent()
    service.availability.queues = { advice: [one] }
    expect((await book(toQueue)).status).toBe(200)
    const overridden = (override: string) => book({ ...toQueue, override }, supervisor)
    const decidedAs = (reasons: UnavailableReason[], candidates: Candidate[] = []) => {
      service.availability.decide = (request) => notOffered(request, { known: true, reasons, candidates })
    }
    const before = await service.footprint()
    decidedAs(['CLOSED', 'BOOKED', 'NOBODY_FREE'])
    for (const override of ['CALENDAR', 'OVERLAP'])
      expect(rejection(await overridden(override)), override).toEqual(TAKEN)
    // a closed member that was booked after the decision
    decidedAs(['CLOSED'], [{ agentId: one, offered: false, reasons: ['CLOSED'], limits: [] }])
    expect(rejection(await overridden('CALENDAR'))).toEqual(TAKEN)
    decidedAs(['NOBODY_FREE'])
    expect(rejection(await overridden('CALENDAR'))).toEqual(OUTSIDE)
    down()
    expect(rejection(await overridden('CALENDAR'))).toEqual({ status: 503, code: 'UNAVAILABLE' })
    expect(await service.footprint()).toEqual(before)
  })

  it('books each member once when many book the same minute', async () => {
    const members = Array.from({ length: 20 }, anAgent)
    service.availability.queues = { advice: members }
    await policy({ availabilityPolicy: 'ENFORCE' })
    const responses = await Promise.all(Array.from({ length: 30 }, () => book(toQueue)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20)
    const organizers = responses.flatMap(({ body }) => (body.organizer ? [body.organizer.id] : []))
    expect(organizers.sort()).toEqual([...members].sort())
  })

  it('has no effect if it is not in the directory, but warns under WARN and is rejected under ENFORCE', async () => {
    const inert = await book(toQueue, agent)
    expect(inert.body).toMatchObject({ organizer: { id: 'agent-7' } })
    expect(inert.body).not.toHaveProperty('assignment')
    await policy({ availabilityPolicy: 'WARN' })
    const start = '2027-01-12T09:00:00Z'
    expect((await book({ ...toQueue, start }, agent)).body.warnings).toMatchObject([
      { code: 'QUEUE_NOT_FOUND' },
    ])
    await policy({ availabilityPolicy: 'ENFORCE' })
    expect(rejection(await book(toQueue))).toEqual({ status: 404, code: 'QUEUE_NOT_FOUND' })
  })
})

describe('a service type', () => {
  let version = 0
  const publish = (id: string, request: Record<string, unknown> | undefined, owner = applicationId) => {
    version += 1
    const at = '2026-12-01T12:00:00Z'
    return service.publish('APServiceTypeChangedEvent', `${owner} ${id}`, version, {
      applicationId: owner,
      id,
      version,
      ...(request && {
        serviceType: {
          ...serviceTypeRequest.parse({ name: 'Consultation', durations: ['PT45M'], ...request }),
          id,
          applicationId: owner,
          version,
          createdAt: at,
          updatedAt: at,
        },
      }),
    })
  }
  const kind = (change: Record<string, unknown> = {}, caller?: Caller) =>
    book({ duration: undefined, targetAssignment: undefined, serviceTypeId: 'advice', ...change }, caller)

  it('fills duration, title, routing and target, and adds its buffers', async () => {
    const member = anAgent()
    service.availability.queues = { desk: [member] }
    await publish('advice', {
      queueId: 'desk',
      title: 'Advice',
      bufferAfter: 'PT15M',
      routing: { type: 'VENDORA_CLOUD_FLOW', properties: { deploymentId: 'd-1' } },
    })
    const { body } = await kind()
    expect(body).toMatchObject({
      duration: 'PT45M',
      title: 'Advice',
      serviceTypeId: 'advice',
      organizer: { id: member },
      targetAssignment: { type: 'QUEUE', id: 'desk' },
      interaction: { routing: { type: 'VENDORA_CLOUD_FLOW' } },
    })
    expect(service.availability.asked).toMatchObject([
      { serviceTypeId: 'advice', target: { queueId: 'desk' } },
    ])
    const staff = { targetAssignment: { type: 'AGENT', id: anAgent() }, title: 'Own' }
    const own = (await kind(staff)).body
    expect(own).toMatchObject({ title: 'Own', organizer: { id: staff.targetAssignment.id } })
    expect((await service.eventsOf(own.id, true)).map(({ data }) => data)).toMatchObject([
      {
        serviceTypeId: 'advice',
        claims: [{ from: '2027-01-09T09:00:00.000Z', to: '2027-01-09T10:00:00.000Z' }],
      },
    ])
  })

  it('has a separate maximum, even if another application has a service type with the same id', async () => {
    await service.configured('app-branch', { overlapPolicy: 'REJECT' })
    await publish('visit', {})
    await publish('visit', {}, 'app-branch')
    await policy({ availabilityPolicy: 'ENFORCE' })
    const range = { from: '2027-01-09T00:00:00Z', to: '2027-01-10T00:00:00Z' }
    service.availability.decide = (request) => {
      const decision = free(request)
      const limits = [{ ...range, max: 1, serviceTypeId: 'visit' }]
      return { ...decision, candidates: decision.candidates.map((one) => ({ ...one, limits })) }
    }
    const targetAssignment = { type: 'AGENT', id: anAgent() }
    const visit = async (start: string, change = {}) =>
      (await kind({ serviceTypeId: 'visit', targetAssignment, start, ...change })).status
    expect(await visit('2027-01-09T09:00:00Z', { applicationId: 'app-branch' })).toBe(200)
    expect(await visit('2027-01-09T11:00:00Z')).toBe(200)
    expect(await visit('2027-01-09T13:00:00Z')).toBe(409)
  })

  it('without a title provides its name as the title, in the language of the request', async () => {
    await publish('advice', { names: { de: 'Beratung' } })
    expect((await kind()).body.title).toBe('Consultation')
    expect((await kind({ locale: 'de-AT' })).body.title).toBe('Beratung')
    expect((await kind({ locale: 'fr' })).body.title).toBe('Consultation')
  })

  it('without a title provides its name in the default language of the application if the request names none', async () => {
    const names = { de: 'Beratung', en: 'Advice' }
    const german = { applicationId: 'app-german' }
    await service.configured('app-german', { defaultLocale: 'de-DE' })
    await publish('advice', { names }, 'app-german')
    expect((await kind(german)).body).toMatchObject({ locale: 'de-DE', title: 'Beratung' })
    expect((await kind({ ...german, locale: 'en' })).body).toMatchObject({ locale: 'en', title: 'Advice' })
    await publish('advice', { names })
    expect((await kind()).body).toMatchObject({ locale: 'en', title: 'Advice' })
  })

  it('validates and stores answers', async () => {
    await publish('advice', {
      intake: [
        { id: 'topic', label: 'Topic', type: 'CHOICE', choices: ['loan', 'house'], required: true },
        { id: 'note', label: 'Note', type: 'TEXT', maxLength: 3 },
        { id: 'new', label: 'New?', type: 'BOOLEAN' },
      ],
    })
    const answers = { topic: 'loan', new: true }
    expect((await kind({ answers, metadata: { a: 1 } })).body.metadata).toEqual({ a: 1, intake: answers })
    const wrong = await kind({ answers: { topic: 'car', note: 'long', new: 'yes', other: 'x' } })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/answers/topic', 'NOT_A_CHOICE'],
      ['/answers/note', 'TOO_LONG'],
      ['/answers/new', 'INVALID_TYPE'],
      ['/answers/other', 'UNKNOWN_QUESTION'],
    ])
    expect((await kind()).body.errors).toMatchObject([{ pointer: '/answers/topic', code: 'REQUIRED' }])
    const both = await kind({ answers, metadata: { intake: {} } })
    expect(both.body.errors).toMatchObject([{ pointer: '/metadata/intake', code: 'FIELD_NOT_ALLOWED' }])
  })

  it('is needed for answers, which would be lost without it', async () => {
    const { status, body } = await book({ answers: { topic: 'loan' } })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ pointer: '/answers', code: 'FIELD_NOT_ALLOWED' }])
    expect((await book({ answers: {} })).status).toBe(200)
  })

  it('is 404 if it is unknown, inactive or removed', async () => {
    const unknown = { status: 404, code: 'SERVICE_TYPE_NOT_FOUND' }
    expect(rejection(await kind({ serviceTypeId: 'none' }))).toEqual(unknown)
    await publish('advice', { active: false })
    expect(rejection(await kind())).toEqual(unknown)
    await publish('advice', {})
    expect((await kind()).status).toBe(200)
    await publish('advice', undefined)
    expect(rejection(await kind())).toEqual(unknown)
  })

  it('needs a duration if it has several, and bookableBy ANYONE for customers', async () => {
    await publish('advice', { durations: ['PT15M', 'PT30M'] })
    expect((await kind()).body.errors).toMatchObject([{ pointer: '/duration', code: 'REQUIRED' }])
    const customer: Caller = { roles: [], verifiedContact: { channel: 'EMAIL', to: 'ada@example.com' } }
    const basic = (change: Record<string, unknown> = {}) =>
      service.call(customer, 'POST', `${V2}/basic`, {
        applicationId,
        start: START,
        serviceTypeId: 'advice',
        customers: [aCustomer()],
        ...change,
      })
    const staffOnly = await basic({ duration: 'PT15M' })
    expect(staffOnly.body.errors).toMatchObject([{ pointer: '/serviceTypeId', code: 'FIELD_NOT_ALLOWED' }])
    // nothing else about it is revealed, such as its durations and its questions
    expect((await basic({ answers: { note: 'x' } })).body.errors).toEqual(staffOnly.body.errors)
    await publish('advice', { bookableBy: 'ANYONE', queueId: 'desk', durations: ['PT15M', 'PT30M'] })
    service.availability.queues = { desk: [anAgent()] }
    expect((await basic({ duration: 'PT20M' })).body.errors).toMatchObject([{ code: 'DURATION_NOT_OFFERED' }])
    const { status, body } = await basic({ duration: 'PT15M' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ serviceTypeId: 'advice', targetAssignment: { type: 'QUEUE', id: 'desk' } })
    expect(body).not.toHaveProperty('assignment')
  })

  describe('whose appointment a customer moves', () => {
    const NEXT_DAY = '2027-01-10T09:00:00Z'
    /** Books for a customer, and returns the moves of the customer. */
    const booked = async () => {
      const { id, participants } = (
        await kind({
          duration: 'PT30M',
          customers: [{ contact: { primaryEmail: 'ada@example.com' } }],
          targetAssignment: { type: 'AGENT', id: anAgent() },
        })
      ).body
      const customer = managing(id, participants.find(({ type }) => type === 'CUSTOMER')!.id)
      return {
        move: (change: Record<string, unknown>) =>
          service.call(customer, 'PUT', `${V2}/reschedule`, { id, start: NEXT_DAY, ...change }),
        hold: (duration: string) =>
          service.call(customer, 'POST', '/api/v2/availability/holds', {
            applicationId,
            appointmentId: id,
            start: NEXT_DAY,
            duration,
          }),
      }
    }
    const NOT_OFFERED = [{ pointer: '/duration', code: 'DURATION_NOT_OFFERED' }]
    beforeEach(async () => {
      await service.configured(applicationId, { overlapPolicy: 'REJECT', selfBookingDurations: ['PT20M'] })
      await publish('advice', { durations: ['PT30M', 'PT3H'] })
    })
    afterAll(() => service.configured(applicationId, { overlapPolicy: 'REJECT' }))

    it('offers its durations instead of those of the application', async () => {
      const { move } = await booked()
      expect((await move({ duration: 'PT20M' })).body.errors).toMatchObject(NOT_OFFERED)
      expect((await move({ duration: 'PT180M' })).body.duration).toBe('PT180M')
    })

    it('offers them for a hold, which can then be used', async () => {
      const { move, hold } = await booked()
      const held = await hold('PT3H')
      expect(held.status).toBe(201)
      const { status, body } = await move({ holdId: held.body.id, start: undefined })
      expect([status, body.duration]).toEqual([200, 'PT3H'])
    })

    it('does not restrict a hold that was made before its durations changed', async () => {
      const { move, hold } = await booked()
      const held = await hold('PT3H')
      await publish('advice', { durations: ['PT45M'] })
      const { status, body } = await move({ holdId: held.body.id, start: undefined })
      expect([status, body.duration]).toEqual([200, 'PT3H'])
    })

    it('no longer replaces the durations of the application once it is removed', async () => {
      const { move } = await booked()
      await publish('advice', undefined)
      expect((await move({ duration: 'PT3H' })).body.errors).toMatchObject(NOT_OFFERED)
      expect((await move({ duration: 'PT20M' })).body.duration).toBe('PT20M')
    })
  })
})
