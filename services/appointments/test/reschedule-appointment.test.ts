import { describe, expect, it } from 'vitest'
import {
  aCustomer,
  agent,
  appointmentsService,
  customerOf,
  inRoom,
  machine,
  managing,
  of,
  rejection,
  supervisor,
  V1,
  V2,
} from './harness.ts'

const service = appointmentsService()
const move = (body: Record<string, unknown>, caller = agent, headers = {}) =>
  service.call(caller, 'PUT', `${V2}/reschedule`, body, headers)
const LATER = '2027-02-01T14:00:00Z'

describe('rescheduleAppointment', () => {
  it('moves the appointment, keeps absent fields, and publishes the previous times', async () => {
    const given = { duration: 'PT45M', timezone: 'Europe/Berlin', locale: 'de-DE', title: 'Review' }
    const { id, version, ...before } = await service.scheduled(given)
    const { status, body, headers } = await move({ id, start: LATER })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, id, version: version + 1, start: LATER, end: '2027-02-01T14:45:00Z' })
    expect(headers.get('etag')).toBe('"3"')
    expect(await service.read(id)).toEqual(body)
    const [, published] = await service.eventsOf(id)
    expect(published).toMatchObject({
      type: 'APRescheduledEvent',
      data: {
        previous: {
          start: '2027-01-09T09:00:00.000Z',
          end: '2027-01-09T09:45:00.000Z',
          duration: 'PT45M',
          timezone: 'Europe/Berlin',
        },
        appointment: { start: '2027-02-01T14:00:00.000Z', version: 2, manageVersions: {} },
      },
    })
  })

  it('changes all given fields, and treats null as absent [4.1.7]', async () => {
    const { id } = await service.scheduled()
    const all = {
      start: '2027-02-01T15:00:00+01:00',
      duration: 'P1DT2H',
      timezone: 'Asia/Tokyo',
      locale: 'ja',
    }
    const { body } = await move({ id, ...all })
    expect(body).toMatchObject({ ...all, start: LATER, end: '2027-02-02T16:00:00Z' })
    const again = await move({
      id,
      start: '2027-02-02T14:00:00Z',
      duration: null,
      timezone: null,
      locale: null,
    })
    expect(again.body).toMatchObject({ duration: 'P1DT2H', timezone: 'Asia/Tokyo', locale: 'ja' })
  })

  it('returns the v1 representation on v1 [4.1 PUT /reschedule/]', async () => {
    const { id } = await service.scheduled()
    const { status, body } = await service.call(machine, 'PUT', `${V1}/reschedule/`, { id, start: LATER })
    expect({ status, start: body.start }).toEqual({ status: 200, start: LATER })
    expect(body).not.toHaveProperty('version')
    expect(body).toHaveProperty('participantIds')
  })

  it('moves the end of the room and keeps its address [3.1 row 5, 4.1.7]', async () => {
    const { id } = await service.scheduled()
    const { body: room } = await service.call(agent, 'POST', `${V1}/activate/${id}`)
    expect(room.expires).toBe('2027-01-09T13:30:00Z')
    const { body } = await service.call(agent, 'PUT', `${V1}/reschedule`, {
      id,
      start: LATER,
      duration: 'PT1H',
    })
    expect(body.roomAccess).toEqual({ url: room.url, expires: '2027-02-01T19:00:00Z' })
    const [, , published] = await service.eventsOf(id)
    expect(published).toMatchObject({
      data: { appointment: { state: 'ACTIVATED', room: { url: room.url } } },
    })
  })

  it.each(['PT30M', 'PT0.5H', 'PT1800S'])(
    'changes and publishes nothing if the appointment already has these times, with the duration %s',
    async (duration) => {
      const { id } = await service.scheduled()
      const before = await service.footprint()
      const { status, body } = await move({
        id,
        start: '2027-01-09T10:00:00+01:00',
        duration,
        timezone: 'UTC',
        locale: 'en',
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({ version: 2, duration: 'PT30M' })
      expect(await service.footprint()).toEqual(before)
    },
  )

  it('leaves the manage ticket of a customer as it is if only the duration is written differently', async () => {
    const { id, participants } = await service.scheduled({ customers: [aCustomer()] })
    const customer = managing(id, customerOf({ participants }))
    const same = { id, start: '2027-01-09T09:00:00Z', duration: 'PT0.5H' }
    for (const _ of [1, 2]) expect((await move(same, customer)).body).toMatchObject({ version: 2 })
    expect(await service.eventsOf(id)).toHaveLength(1)
  })

  it.each(['Asia/Kolkata', 'asia/calcutta'])(
    'changes and publishes nothing if the request calls the zone %s',
    async (timezone) => {
      const { id } = await service.scheduled({ timezone: 'Asia/Calcutta' })
      const before = await service.footprint()
      const { status, body } = await move({ id, start: '2027-01-09T09:00:00Z', timezone })
      expect(status).toBe(200)
      expect(body).toMatchObject({ version: 2, timezone: 'Asia/Calcutta' })
      expect(await service.footprint()).toEqual(before)
    },
  )

  it('keeps the name of the zone if only the language changes', async () => {
    const { id } = await service.scheduled({ timezone: 'Europe/Kiev' })
    const wanted = { id, start: '2027-01-09T09:00:00Z', timezone: 'Europe/Kyiv', locale: 'uk' }
    expect((await move(wanted)).body).toMatchObject({ version: 3, locale: 'uk', timezone: 'Europe/Kiev' })
  })

  it('writes the zone as the request does if the time changes', async () => {
    const { id } = await service.scheduled({ timezone: 'Europe/Kiev' })
    const { body } = await move({ id, start: LATER, timezone: 'Europe/Kyiv' })
    expect(body).toMatchObject({ start: LATER, timezone: 'Europe/Kyiv' })
  })

  it('writes the duration as the request does if the time changes', async () => {
    const { id } = await service.scheduled()
    expect((await move({ id, start: LATER, duration: 'PT0.5H' })).body.duration).toBe('PT0.5H')
  })

  it.each([
    ['no start', { start: undefined }, 'VALIDATION_FAILED'],
    ['a start that is not an instant', { start: '2027-01-09' }, 'VALIDATION_FAILED'],
    ['a day that does not exist', { start: '2027-02-30T09:00:00Z' }, 'VALIDATION_FAILED'],
    ['a time that is over', { start: '2026-12-01T11:30:00Z' }, 'SCHEDULE_IN_PAST'],
    ['a time more than two years ahead', { start: '2029-01-01T00:00:00Z' }, 'SCHEDULE_TOO_FAR'],
    ['a duration of zero', { duration: 'P0D' }, 'VALIDATION_FAILED'],
    ['a zone that is an offset', { timezone: '+01:00' }, 'VALIDATION_FAILED'],
    ['an invalid locale', { locale: 'de DE' }, 'VALIDATION_FAILED'],
  ])('rejects %s and changes nothing [7 400]', async (_, change, code) => {
    const { id } = await service.scheduled()
    const before = await service.footprint()
    expect(rejection(await move({ id, start: LATER, ...change }))).toEqual({ status: 400, code })
    expect(await service.footprint()).toEqual(before)
  })

  it('may move an appointment into the past if the application allows it', async () => {
    await service.configured('app-past', { allowPast: true })
    const { id } = await service.scheduled({ applicationId: 'app-past' })
    const { status, body } = await move({ id, start: '2026-11-01T09:00:00Z' })
    expect({ status, start: body.start }).toEqual({ status: 200, start: '2026-11-01T09:00:00Z' })
  })

  it('rejects a cancelled appointment, with 404 on v1 and its state on v2', async () => {
    const { id } = await service.scheduled()
    await service.call(agent, 'PUT', `${V2}/${id}/cancel`)
    const before = await service.footprint()
    expect(rejection(await service.call(agent, 'PUT', `${V1}/reschedule`, { id, start: LATER }))).toEqual({
      status: 404,
      code: 'APPOINTMENT_NOT_FOUND',
    })
    expect(rejection(await move({ id, start: LATER }))).toEqual({ status: 409, code: 'INVALID_STATE' })
    // the state is checked before the version
    expect(rejection(await move({ id, start: LATER }, agent, { 'if-match': '"1"' }))).toEqual({
      status: 409,
      code: 'INVALID_STATE',
    })
    expect(await service.footprint()).toEqual(before)
  })

  it('checks the version in If-Match', async () => {
    const { id } = await service.scheduled()
    const before = await service.footprint()
    expect(rejection(await move({ id, start: LATER }, agent, { 'if-match': '"3"' }))).toEqual({
      status: 412,
      code: 'VERSION_MISMATCH',
    })
    expect(await service.footprint()).toEqual(before)
    expect((await move({ id, start: LATER }, agent, { 'if-match': '"2"' })).status).toBe(200)
  })

  it('returns 404 for the appointment of another organization', async () => {
    const { id } = await service.scheduled({ applicationId: 'app-org-1' }, of('org-1', agent))
    const before = await service.footprint()
    expect(rejection(await move({ id, start: LATER }, of('org-2', supervisor)))).toEqual({
      status: 404,
      code: 'APPOINTMENT_NOT_FOUND',
    })
    expect(await service.footprint()).toEqual(before)
  })

  it('rejects a time at which the agent is booked, and keeps the old one', async () => {
    const applicationId = 'app-once'
    await service.configured(applicationId, { overlapPolicy: 'REJECT' })
    const { id } = await service.scheduled({ applicationId })
    await service.scheduled({ applicationId, start: LATER })
    const before = await service.footprint()
    expect(await move({ id, start: '2027-02-01T14:15:00Z' })).toMatchObject({
      status: 409,
      body: {
        code: 'SLOT_TAKEN',
        blocking: { agentId: 'agent-7', start: LATER, end: '2027-02-01T14:30:00Z' },
      },
    })
    expect(await service.footprint()).toEqual(before)
    expect((await move({ id, start: '2027-02-01T14:30:00Z' })).status).toBe(200)
    // and its former time is free
    await service.scheduled({ applicationId })
  })
})

describe('rescheduling by a customer [4.1.7, 5.4]', () => {
  const scheduled = async () => {
    const body = await service.scheduled({ customers: [aCustomer(), { username: 'bob' }] })
    return { ...body, ada: customerOf(body), bob: customerOf(body, 1) }
  }

  it("accepts the customer's ticket, replaces it, and keeps the others'", async () => {
    const { id, ada, bob } = await scheduled()
    const { status, body } = await move({ id, start: LATER }, managing(id, ada))
    expect({ status, start: body.start }).toEqual({ status: 200, start: LATER })
    const [, published] = await service.eventsOf(id)
    expect(published).toMatchObject({
      type: 'APRescheduledEvent',
      data: { actor: { id: ada, role: 'ROLE_CUSTOMER' }, appointment: { manageVersions: { [ada]: 2 } } },
    })
    const back = { id, start: '2027-01-10T09:00:00Z' }
    const before = await service.footprint()
    const stale = { status: 403, code: 'MANAGE_TICKET_STALE' }
    expect(rejection(await move(back, managing(id, ada)))).toEqual(stale)
    expect(await service.footprint()).toEqual(before)
    expect((await move(back, managing(id, ada, { ticketVersion: 2 }))).status).toBe(200)
    expect((await move({ id, start: LATER }, managing(id, bob))).status).toBe(200)
    const events = await service.eventsOf(id)
    expect(events.at(-1)).toMatchObject({ data: { appointment: { manageVersions: { [ada]: 3, [bob]: 2 } } } })
  })

  it('accepts exactly one of many parallel uses of a ticket', async () => {
    const { id, ada } = await scheduled()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, hour) =>
        move({ id, start: `2027-02-${String(hour + 1).padStart(2, '0')}T09:00:00Z` }, managing(id, ada)),
      ),
    )
    const won = responses.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const response of responses.filter((one) => !won.includes(one)))
      expect(rejection(response)).toEqual({ status: 403, code: 'MANAGE_TICKET_STALE' })
    expect((await service.eventsOf(id)).map(({ type }) => type)).toEqual([
      'APScheduledEvent',
      'APRescheduledEvent',
    ])
    expect((await service.read(id)).start).toBe(won[0]!.body.start)
  })

  it('keeps the ticket if nothing changes', async () => {
    const { id, ada, start } = await scheduled()
    const before = await service.footprint()
    expect((await move({ id, start }, managing(id, ada))).status).toBe(200)
    expect(await service.footprint()).toEqual(before)
    expect((await move({ id, start: LATER }, managing(id, ada))).status).toBe(200)
  })

  it.each([
    ['a room token', (id: string, ada: string) => inRoom(id, ada), 'FORBIDDEN'],
    [
      'a ticket for reading',
      (id: string, ada: string) => managing(id, ada, { actions: ['READ'] }),
      'FORBIDDEN',
    ],
    ['a ticket of another appointment', (_: string, ada: string) => managing('other', ada), 'FORBIDDEN'],
    ['no ticket at all', () => ({ roles: ['ROLE_CUSTOMER' as const] }), 'FORBIDDEN'],
    [
      'a ticket of another epoch',
      (id: string, ada: string) => managing(id, ada, { manageEpoch: 1 }),
      'MANAGE_TICKET_STALE',
    ],
    [
      'a ticket of a future version',
      (id: string, ada: string) => managing(id, ada, { ticketVersion: 2 }),
      'MANAGE_TICKET_STALE',
    ],
    ['a ticket of a removed customer', (id: string) => managing(id, 'gone'), 'MANAGE_TICKET_STALE'],
  ])('rejects %s and changes nothing', async (_, callerOf, code) => {
    const { id, ada } = await scheduled()
    const before = await service.footprint()
    expect(rejection(await move({ id, start: LATER }, callerOf(id, ada)))).toEqual({ status: 403, code })
    expect(await service.footprint()).toEqual(before)
  })

  it('does not reveal whether another appointment exists', async () => {
    const { ada } = await scheduled()
    const missing = await move({ id: 'nowhere', start: LATER }, managing('mine', ada))
    expect(rejection(missing)).toEqual({ status: 403, code: 'FORBIDDEN' })
  })

  it('rejects the ticket after the appointment was reassigned', async () => {
    const { id, ada } = await scheduled()
    await service.publishRoster(id, 2, { epoch: 2 })
    expect(rejection(await move({ id, start: LATER }, managing(id, ada)))).toEqual({
      status: 403,
      code: 'MANAGE_TICKET_STALE',
    })
    expect((await move({ id, start: LATER }, managing(id, ada, { manageEpoch: 3 }))).status).toBe(200)
  })
})
