import { describe, expect, it } from 'vitest'
import { THIRD_PARTY_HEADER } from '@appointments/http'
import { agent, anyText, appointmentsService, customerOf, machine, of, rejection, V1, V2 } from './harness.ts'
import { behaviours, roomServer } from './room-server.ts'

describe('activateAppointment', () => {
  const service = appointmentsService({ ROOM_URL_TEMPLATE: 'https://meet.example/{room}?lang=en' })
  const activate = (id: string, headers = {}) =>
    service.call(machine, 'POST', `${V2}/activate/${id}`, undefined, headers)

  it('returns only the room on v1 [3.1 row 1, 4.1 POST /activate/{id}, 8.2]', async () => {
    const { id } = await service.scheduled()
    const { status, body } = await service.call(agent, 'POST', `${V1}/activate/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      expires: '2027-01-09T13:30:00Z',
      url: expect.stringMatching(/^https:\/\/meet\.example\/[\w-]{22}\?lang=en$/) as string,
    })
    const read = await service.call(agent, 'GET', `${V1}/${id}`)
    expect(read.body.roomAccess).toEqual(body)
  })

  it('opens the room on v1 for every agent who can read the appointment', async () => {
    await service.configured('app-assigned', { agentAccess: 'ASSIGNED' })
    const [open, assigned] = [
      await service.scheduled(),
      await service.scheduled({ applicationId: 'app-assigned' }),
    ]
    const colleague = { ...agent, userId: 'agent-9' }
    const activated = await service.call(colleague, 'POST', `${V1}/activate/${open.id}`)
    expect(activated).toMatchObject({ status: 200, body: { url: anyText } })
    const { body: read } = await service.call(colleague, 'GET', `${V1}/${open.id}`)
    expect(read.roomAccess).toEqual(activated.body)
    expect(rejection(await service.call(colleague, 'GET', `${V2}/${open.id}/room`)).status).toBe(403)
    expect(rejection(await service.call(colleague, 'POST', `${V1}/activate/${assigned.id}`)).status).toBe(404)
  })

  it('returns the appointment without the room on v2 [4.2 POST /activate/{id}]', async () => {
    const { id, ...scheduled } = await service.scheduled({ title: 'Review' })
    const { status, body, headers } = await activate(id)
    expect(status).toBe(200)
    expect(body).toEqual({ ...scheduled, id, state: 'ACTIVATED', version: 3 })
    expect(headers.get('etag')).toBe('"3"')
    expect(JSON.stringify(body)).not.toContain('meet.example')
  })

  it('publishes one event, marked as explicit [3.1 row 1]', async () => {
    const { id } = await service.scheduled()
    await activate(id)
    const [, published] = await service.eventsOf(id)
    expect(published).toMatchObject({
      type: 'APActivatedEvent',
      data: {
        explicit: true,
        actor: { role: 'ROLE_CLIENT_SERVICE' },
        appointment: { state: 'ACTIVATED', room: { url: anyText, activatedAt: '2026-12-01T12:00:00.000Z' } },
      },
    })
  })

  it('returns the same room and publishes no event when repeated, on either version [3.1 row 2]', async () => {
    const { id } = await service.scheduled()
    const { body: room } = await service.call(agent, 'POST', `${V1}/activate/${id}`)
    const before = await service.footprint()
    expect((await service.call(agent, 'POST', `${V1}/activate/${id}`)).body).toEqual(room)
    expect((await activate(id)).body.version).toBe(3)
    expect(await service.footprint()).toEqual(before)
  })

  it('opens one room and publishes one event for parallel requests', async () => {
    const { id } = await service.scheduled()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => service.call(agent, 'POST', `${V1}/activate/${id}`)),
    )
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.url}`)).size).toBe(1)
    expect(await service.eventsOf(id)).toHaveLength(2)
  })

  it('succeeds at any time, long before the start and after the end [3.1 row 1, 8.5]', async () => {
    await service.configured('app-past', { allowPast: true })
    const over = { applicationId: 'app-past', start: '2026-11-01T09:00:00Z' }
    const { id } = await service.scheduled(over)
    const { body } = await service.call(agent, 'POST', `${V1}/activate/${id}`)
    // four hours after the activation, which was later than the end
    expect(body.expires).toBe('2026-12-01T16:00:00Z')
  })

  it('rejects a cancelled appointment, with 404 on v1 and its state on v2', async () => {
    const { id } = await service.scheduled()
    await service.call(agent, 'PUT', `${V2}/${id}/cancel`)
    const before = await service.footprint()
    expect(rejection(await service.call(agent, 'POST', `${V1}/activate/${id}`))).toEqual({
      status: 404,
      code: 'APPOINTMENT_NOT_FOUND',
    })
    expect(rejection(await activate(id))).toEqual({ status: 409, code: 'INVALID_STATE' })
    expect(await service.footprint()).toEqual(before)
  })

  it('returns 404 for an unknown appointment and one of another organization', async () => {
    const { id } = await service.scheduled({ applicationId: 'app-org-1' }, of('org-1', agent))
    const before = await service.footprint()
    const foreign = await service.call(of('org-2', machine), 'POST', `${V2}/activate/${id}`)
    expect(rejection(foreign)).toEqual({ status: 404, code: 'APPOINTMENT_NOT_FOUND' })
    expect(rejection(await activate('nowhere'))).toEqual(rejection(foreign))
    expect(await service.footprint()).toEqual(before)
  })

  it('checks the version in If-Match', async () => {
    const { id } = await service.scheduled()
    const before = await service.footprint()
    expect(rejection(await activate(id, { 'if-match': '"1"' }))).toMatchObject({ status: 412 })
    expect(await service.footprint()).toEqual(before)
    expect((await activate(id, { 'if-match': '"2"' })).status).toBe(200)
  })
})

describe('rooms from a provider', async () => {
  const provider = await roomServer()
  const service = appointmentsService({
    ROOM_PROVIDER_URL: provider.url,
    ROOM_PROVIDER_TOKEN: 'the-token',
    ROOM_PROVIDER_LIMIT_MS: '1000',
  })
  const asksFor = (id: string) => provider.asked.filter(({ headers }) => headers['idempotency-key'] === id)

  it('are requested without personal data', async () => {
    const { id } = await service.scheduled({ title: 'Secret', notes: 'Secret', metadata: { secret: 1 } })
    const { body } = await service.call(agent, 'POST', `${V1}/activate/${id}`)
    expect(body.url).toMatch(/^https:\/\/rooms\.example\/\d+$/)
    expect(asksFor(id)).toMatchObject([
      {
        method: 'POST',
        headers: { authorization: 'Bearer the-token', 'idempotency-key': id },
        body: { id, start: '2027-01-09T09:00:00.000Z', end: '2027-01-09T09:30:00.000Z' },
      },
    ])
    expect(JSON.stringify(asksFor(id))).not.toMatch(/secret/i)
  })

  it('are not requested if there is one already or the request is rejected', async () => {
    const { id } = await service.scheduled()
    await service.call(agent, 'POST', `${V1}/activate/${id}`)
    await service.call(agent, 'POST', `${V1}/activate/${id}`)
    expect(asksFor(id)).toHaveLength(1)
    const other = await service.scheduled()
    await service.call(machine, 'POST', `${V2}/activate/${other.id}`, undefined, { 'if-match': '"9"' })
    await service.call(agent, 'PUT', `${V2}/${other.id}/cancel`)
    await service.call(machine, 'POST', `${V2}/activate/${other.id}`)
    expect(asksFor(other.id)).toEqual([])
  })

  const failing = (Object.keys(behaviours) as (keyof typeof behaviours)[]).filter((how) => how !== 'opens')
  it.each(failing)('change nothing if the provider %s [H2.1]', async (how) => {
    const { id } = await service.scheduled()
    const before = await service.footprint()
    provider.behave(how)
    const response = await service.call(agent, 'POST', `${V1}/activate/${id}`)
    expect(rejection(response)).toEqual(
      how === 'hangs' ? { status: 504, code: 'ROOM_TIMEOUT' } : { status: 502, code: 'ROOM_UNAVAILABLE' },
    )
    expect(response.headers.get('retry-after')).toBe('10')
    // shows the gateway that this service itself works
    expect(response.headers.get(THIRD_PARTY_HEADER)).toBe('true')
    expect(await service.footprint()).toEqual(before)
    provider.behave('opens')
    expect((await service.call(agent, 'POST', `${V1}/activate/${id}`)).status).toBe(200)
  })

  it('are opened when scheduling if the application activates automatically [3.1 row 1]', async () => {
    await service.configured('app-auto', { autoActivate: true })
    const { id, state } = await service.scheduled({ applicationId: 'app-auto' })
    expect(state).toBe('ACTIVATED')
    expect((await service.eventsOf(id)).map(({ type }) => type)).toEqual(['APScheduledEvent'])
  })

  it('are not opened for a rejected booking', async () => {
    const asked = provider.asked.length
    const request = { applicationId: 'app-auto', duration: 'PT30M' }
    const past = await service.call(agent, 'POST', V2, { ...request, start: '2026-11-01T09:00:00Z' })
    expect(rejection(past)).toEqual({ status: 400, code: 'SCHEDULE_IN_PAST' })
    await service.configured('app-auto-1', { autoActivate: true }, of('org-1', machine))
    const foreign = { ...request, applicationId: 'app-auto-1', start: '2027-01-09T09:00:00Z' }
    expect(rejection(await service.call(of('org-2', agent), 'POST', V2, foreign))).toMatchObject({
      status: 404,
    })
    expect(provider.asked).toHaveLength(asked)
  })
})

describe('an appointment whose room could not be opened when scheduling', async () => {
  const provider = await roomServer()
  const service = appointmentsService({ ROOM_PROVIDER_URL: provider.url, ROOM_PROVIDER_LIMIT_MS: '1000' })
  const asksFor = (id: string) => provider.asked.filter(({ headers }) => headers['idempotency-key'] === id)
  const withoutRoom = async (change: Record<string, unknown> = {}) => {
    service.setNow('2026-12-01T12:00:00Z')
    await service.configured('app-auto', { autoActivate: true })
    provider.behave('responds 500')
    const body = await service.scheduled({ applicationId: 'app-auto', ...change })
    expect(body.state).toBe('SCHEDULED')
    return body
  }

  it('gets its room later, with an event that is not explicit', async () => {
    const { id } = await withoutRoom()
    provider.behave('opens')
    await service.checkDue()
    expect((await service.read(id)).state).toBe('SCHEDULED')
    service.setNow('2026-12-01T12:01:00Z')
    await service.checkDue()
    expect(await service.read(id)).toMatchObject({ state: 'ACTIVATED', version: 3 })
    const [, published] = await service.eventsOf(id)
    expect(published).toMatchObject({
      type: 'APActivatedEvent',
      data: {
        explicit: false,
        actor: { role: 'SYSTEM' },
        appointment: {
          room: { activatedAt: '2026-12-01T12:01:00.000Z', expires: '2027-01-09T13:30:00.000Z' },
        },
      },
    })
    expect(asksFor(id)).toHaveLength(2)
  })

  it('is retried with growing pauses, without events meanwhile', async () => {
    const { id } = await withoutRoom()
    const nextTry = async () => {
      const [row] = await service.query<{ check_at: Date }>(
        'SELECT check_at FROM appointments WHERE id = $1',
        [id],
      )
      return row!.check_at.toISOString()
    }
    const tries: string[] = []
    for (let count = 0; count < 5; count += 1) {
      const at = await nextTry()
      tries.push(at.slice(11, 19))
      service.setNow(at)
      await service.checkDue()
    }
    expect(tries).toEqual(['12:01:00', '12:02:00', '12:04:00', '12:08:00', '12:13:00'])
    expect(asksFor(id)).toHaveLength(6)
    expect(await service.eventsOf(id)).toHaveLength(1)
  })

  it('is aborted at its end, not before [3.1 reading]', async () => {
    const { id } = await withoutRoom({ customers: [{ username: 'ada' }] })
    service.setNow('2027-01-09T09:29:59Z')
    await service.checkDue()
    expect(await service.read(id)).toMatchObject({ state: 'SCHEDULED', outcome: 'NO_SHOW' })
    service.setNow('2027-01-09T09:30:00Z')
    const asked = asksFor(id).length
    await service.checkDue()
    const aborted = await service.read(id)
    expect(aborted).toMatchObject({ state: 'ABORTED', outcome: 'NO_SHOW' })
    expect(aborted).not.toHaveProperty('secureToken')
    expect(asksFor(id)).toHaveLength(asked)
    const events = await service.eventsOf(id)
    expect(events.map(({ type }) => type)).toEqual(['APScheduledEvent', 'APOutcomeEvent', 'APAbortedEvent'])
    expect(events.at(-1)).toMatchObject({ data: { reason: 'ROOM_UNAVAILABLE', actor: { role: 'SYSTEM' } } })
    // and stays aborted
    provider.behave('opens')
    service.setNow('2027-01-10T09:30:00Z')
    await service.checkDue()
    expect(await service.eventsOf(id)).toHaveLength(3)
  })

  it('is aborted even if the check runs long after its end', async () => {
    const { id } = await withoutRoom()
    service.setNow('2027-03-01T00:00:00Z')
    await service.checkDue()
    expect((await service.eventsOf(id)).map(({ type }) => type)).toEqual([
      'APScheduledEvent',
      'APOutcomeEvent',
      'APAbortedEvent',
    ])
  })

  it('can be read on both versions after it was aborted, and changed on neither [3.1 reading]', async () => {
    const { id } = await withoutRoom()
    service.setNow('2027-01-09T09:30:00Z')
    await service.checkDue()
    expect((await service.call(agent, 'GET', `${V1}/${id}`)).status).toBe(200)
    const before = await service.footprint()
    const move = { id, start: '2027-02-01T09:00:00Z' }
    const title = { id, title: 'x' }
    const v1 = { status: 400, code: 'SCHEDULE_STATE' }
    expect(rejection(await service.call(agent, 'PUT', V1, title))).toEqual(v1)
    expect(rejection(await service.call(agent, 'PUT', `${V1}/reschedule`, move))).toEqual(v1)
    expect(rejection(await service.call(agent, 'POST', `${V1}/activate/${id}`))).toEqual(v1)
    expect(rejection(await service.call(agent, 'DELETE', `${V1}/${id}`))).toEqual(v1)
    const v2 = { status: 409, code: 'INVALID_STATE' }
    expect(rejection(await service.call(agent, 'PUT', V2, title))).toEqual(v2)
    expect(rejection(await service.call(agent, 'PUT', `${V2}/reschedule`, move))).toEqual(v2)
    expect(rejection(await service.call(machine, 'POST', `${V2}/activate/${id}`))).toEqual(v2)
    expect(rejection(await service.call(agent, 'PUT', `${V2}/${id}/cancel`))).toEqual(v2)
    expect(await service.footprint()).toEqual(before)
  })

  it('releases its agent when it is aborted', async () => {
    await service.configured('app-once', { autoActivate: true, overlapPolicy: 'REJECT', allowPast: true })
    const { id } = await withoutRoom({ applicationId: 'app-once' })
    service.setNow('2027-01-09T09:30:00Z')
    await service.checkDue()
    expect((await service.read(id)).state).toBe('ABORTED')
    const { status } = await service.call(agent, 'POST', V2, {
      applicationId: 'app-once',
      start: '2027-01-09T09:00:00Z',
      duration: 'PT30M',
    })
    expect(status).toBe(200)
  })

  it('is not changed by the check after an activation', async () => {
    const { id } = await withoutRoom()
    provider.behave('opens')
    await service.call(agent, 'POST', `${V1}/activate/${id}`)
    service.setNow('2026-12-01T12:30:00Z')
    await service.checkDue()
    expect(asksFor(id)).toHaveLength(2)
    expect((await service.eventsOf(id)).map(({ type }) => type)).toEqual([
      'APScheduledEvent',
      'APActivatedEvent',
    ])
  })

  it('is not retried after the application stops activating automatically', async () => {
    const { id } = await withoutRoom()
    await service.configured('app-auto', { autoActivate: false })
    provider.behave('opens')
    // checked before the end, because no customer joined
    service.setNow('2027-01-09T09:15:00Z')
    await service.checkDue()
    service.setNow('2027-01-09T10:00:00Z')
    await service.checkDue()
    expect(asksFor(id)).toHaveLength(1)
    expect(await service.read(id)).toMatchObject({ state: 'SCHEDULED', outcome: 'NO_SHOW' })
  })
})

describe('an application that begins to activate appointments automatically', async () => {
  const provider = await roomServer()
  const service = appointmentsService({ ROOM_PROVIDER_URL: provider.url, ROOM_PROVIDER_LIMIT_MS: '1000' })
  const applicationId = 'app-later'
  const booked = async (settings: Record<string, unknown>, change: object = {}) => {
    service.setNow('2026-12-01T12:00:00Z')
    await service.configured(applicationId, settings)
    return service.scheduled({ applicationId, customers: [{ username: 'ada' }], ...change })
  }
  const begins = () => service.configured(applicationId, { autoActivate: true })
  /** Removes what older releases do not store. */
  const byOlderRelease = (id: string) =>
    service.query(
      `UPDATE appointments SET appointment = (appointment::jsonb - 'autoActivate')::json WHERE id = $1`,
      [id],
    )
  const checkAt = async (at: string) => {
    service.setNow(at)
    await service.checkDue()
  }

  it('leaves a complete appointment as it is when staff edit it', async () => {
    const made = await booked({})
    const { id } = made
    const customer = customerOf(made)
    service.setNow('2027-01-09T09:00:00Z')
    await service.presence(id, 2, { 'agent-7': 'JOINED', [customer]: 'JOINED' })
    await service.presence(id, 3, { 'agent-7': 'LEFT', [customer]: 'LEFT' })
    await checkAt('2027-01-09T09:30:00Z')
    await begins()
    service.setNow('2027-01-09T10:00:00Z')
    expect((await service.call(agent, 'PUT', V2, { id, notes: 'went well' })).status).toBe(200)
    await checkAt('2027-01-09T10:00:01Z')
    expect(await service.read(id)).toMatchObject({ state: 'SCHEDULED', outcome: 'COMPLETED' })
    expect(provider.asked).toEqual([])
  })

  it.each([
    ['shorter', 'PT5M', false],
    ['longer', 'PT1H', false],
    ['shorter', 'PT5M', true],
    ['longer', 'PT1H', true],
  ])(
    'opens no room for an earlier appointment %s than the no-show grace, and does not abort it (%s, by an older release: %s)',
    async (_, duration, isOlder) => {
      const { id } = await booked({}, { duration })
      if (isOlder) await byOlderRelease(id)
      service.setNow('2026-12-01T12:00:01Z')
      await begins()
      expect((await service.call(agent, 'PUT', V2, { id, notes: 'bring the contract' })).status).toBe(200)
      await checkAt('2026-12-01T12:05:00Z')
      await checkAt('2027-01-09T09:10:00Z')
      await checkAt('2027-01-09T11:00:00Z')
      expect(await service.read(id)).toMatchObject({ state: 'SCHEDULED', outcome: 'NO_SHOW' })
      expect(provider.asked).toEqual([])
    },
  )

  it('still opens the missing room of an appointment that an older release booked to be activated', async () => {
    provider.behave('responds 500')
    const { id } = await booked({ autoActivate: true })
    await byOlderRelease(id)
    provider.behave('opens')
    service.setNow('2026-12-01T12:00:30Z')
    expect((await service.call(agent, 'PUT', V2, { id, notes: 'bring the contract' })).status).toBe(200)
    await checkAt('2026-12-01T12:05:00Z')
    expect(await service.read(id)).toMatchObject({ state: 'ACTIVATED' })
  })
})
