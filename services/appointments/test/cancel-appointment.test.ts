import { describe, expect, it } from 'vitest'
import {
  aCustomer,
  agent,
  anonymous,
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
const cancel = (id: string, body?: unknown, caller = agent, headers = {}) =>
  service.call(caller, 'PUT', `${V2}/${id}/cancel`, body, headers)

describe('cancelAppointment', () => {
  it('returns the cancelled appointment, keeps it, and publishes an event [4.2 PUT /{id}/cancel, 3.1 removal, 9.3]', async () => {
    const { id, secureToken: _, ...scheduled } = await service.scheduled({ title: 'Review' })
    const { status, body, headers } = await cancel(
      id,
      { reason: 'Ill\nin bed', reasonCode: 'ILL' },
      supervisor,
    )
    expect(status).toBe(200)
    const cancellation = {
      at: '2026-12-01T12:00:00Z',
      by: 'supervisor-1',
      byRole: 'ROLE_SUPERVISOR',
      reason: 'Ill\nin bed',
      reasonCode: 'ILL',
    }
    expect(body).toEqual({ ...scheduled, id, state: 'CANCELLED', version: 3, cancellation })
    expect(headers.get('etag')).toBe('"3"')
    expect(await service.read(id)).toEqual(body)
    const [, published] = await service.eventsOf(id)
    expect(published).toMatchObject({
      type: 'APCancelledEvent',
      data: { notify: true, appointment: { state: 'CANCELLED', epoch: 2 }, actor: { id: 'supervisor-1' } },
    })
  })

  it.each([
    ['no body', undefined],
    ['an empty body', ''],
    ['an empty object', {}],
    ['empty values', { reason: '', reasonCode: null, notify: null }],
  ])('accepts %s', async (_, body) => {
    const { id } = await service.scheduled()
    const response = await cancel(id, body, machine)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      cancellation: { at: '2026-12-01T12:00:00Z', byRole: 'ROLE_CLIENT_SERVICE' },
    })
    expect(Object.keys((response.body as unknown as { cancellation: object }).cancellation)).toHaveLength(2)
    expect((await service.eventsOf(id))[1]).toMatchObject({ data: { notify: true } })
  })

  it('publishes notify: false', async () => {
    const { id } = await service.scheduled()
    await cancel(id, { notify: false })
    expect((await service.eventsOf(id))[1]).toMatchObject({
      type: 'APCancelledEvent',
      data: { notify: false },
    })
  })

  it('changes nothing when repeated, even with another reason', async () => {
    const { id } = await service.scheduled()
    const { body } = await cancel(id, { reason: 'first' })
    const before = await service.footprint()
    expect(await cancel(id, { reason: 'second' }, supervisor)).toMatchObject({ status: 200, body })
    expect(await service.footprint()).toEqual(before)
  })

  it('publishes one event for parallel requests', async () => {
    const { id } = await service.scheduled()
    const responses = await Promise.all(Array.from({ length: 10 }, () => cancel(id)))
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
    expect(await service.eventsOf(id)).toHaveLength(2)
  })

  it('closes the room of an active appointment', async () => {
    const { id } = await service.scheduled()
    await service.call(agent, 'POST', `${V1}/activate/${id}`)
    expect((await cancel(id)).body.state).toBe('CANCELLED')
    expect(rejection(await service.call(agent, 'GET', `${V1}/${id}`))).toEqual({
      status: 404,
      code: 'APPOINTMENT_NOT_FOUND',
    })
  })

  it.each([
    ['a reason that is too long', { reason: 'x'.repeat(501) }],
    ['a reason that is not text', { reason: 1 }],
    ['a code of two lines', { reasonCode: 'a\nb' }],
    ['a word for notify', { notify: 'no' }],
    ['null', 'null'],
    ['text', '"x"'],
  ])('rejects %s and changes nothing', async (_, body) => {
    const { id } = await service.scheduled()
    const before = await service.footprint()
    expect(rejection(await cancel(id, body))).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
    expect(await service.footprint()).toEqual(before)
  })

  it('rejects an appointment that the system has aborted', async () => {
    await service.configured('app-past', { allowPast: true })
    const scheduled = await service.scheduled({
      applicationId: 'app-past',
      start: '2026-11-30T09:00:00Z',
      customers: [aCustomer()],
    })
    const { id } = scheduled
    await service.call(agent, 'POST', `${V1}/activate/${id}`)
    await service.publishRoster(id, 2, { interaction: { customFields: {}, properties: {}, state: 'FAILED' } })
    service.setNow('2026-12-01T16:00:00Z')
    await service.checkDue()
    service.setNow('2026-12-01T12:00:00Z')
    const before = await service.footprint()
    expect(rejection(await cancel(id))).toEqual({ status: 409, code: 'INVALID_STATE' })
    expect(rejection(await cancel(id, undefined, managing(id, customerOf(scheduled))))).toEqual({
      status: 403,
      code: 'MANAGE_TICKET_STALE',
    })
    expect(await service.footprint()).toEqual(before)
  })

  it('returns 404 for an unknown appointment and one of another organization', async () => {
    const { id } = await service.scheduled({ applicationId: 'app-org-1' }, of('org-1', agent))
    const before = await service.footprint()
    const foreign = await cancel(id, undefined, of('org-2', supervisor))
    expect(rejection(foreign)).toEqual({ status: 404, code: 'APPOINTMENT_NOT_FOUND' })
    expect(rejection(await cancel('nowhere'))).toEqual(rejection(foreign))
    expect(rejection(await cancel(id, undefined, anonymous))).toMatchObject({ status: 403 })
    expect(await service.footprint()).toEqual(before)
  })

  it('checks the version in If-Match', async () => {
    const { id } = await service.scheduled()
    const before = await service.footprint()
    expect(rejection(await cancel(id, {}, agent, { 'if-match': '"7"' }))).toEqual({
      status: 412,
      code: 'VERSION_MISMATCH',
    })
    expect(await service.footprint()).toEqual(before)
    expect((await cancel(id, {}, agent, { 'if-match': '"2"' })).status).toBe(200)
  })
})

describe('cancelling by a customer', () => {
  const scheduled = async (applicationId = 'app-1') => {
    const body = await service.scheduled({ applicationId, customers: [aCustomer()] })
    return { id: body.id, ada: customerOf(body) }
  }

  it('accepts the current manage ticket, also when repeated, and shows to staff only who cancelled [H1.1]', async () => {
    const { id, ada } = await scheduled()
    const { status, body } = await cancel(id, { reason: 'Ill' }, managing(id, ada))
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'CANCELLED' })
    expect(body.cancellation).toEqual({ at: body.cancellation?.at, byRole: 'ROLE_CUSTOMER', reason: 'Ill' })
    const seenByStaff = await service.call(supervisor, 'GET', `${V2}/${id}`)
    expect(seenByStaff.body.cancellation).toMatchObject({ by: ada })
    const before = await service.footprint()
    expect(await cancel(id, {}, managing(id, ada))).toMatchObject({ status: 200, body })
    expect(await service.footprint()).toEqual(before)
  })

  it.each([
    ['a room token', (id: string, ada: string) => inRoom(id, ada), 'FORBIDDEN'],
    [
      'a ticket for reading only',
      (id: string, ada: string) => managing(id, ada, { actions: ['READ'] }),
      'FORBIDDEN',
    ],
    ['a ticket of another appointment', (_: string, ada: string) => managing('other', ada), 'FORBIDDEN'],
    [
      'an older ticket',
      (id: string, ada: string) => managing(id, ada, { ticketVersion: 0 }),
      'MANAGE_TICKET_STALE',
    ],
    [
      'another epoch',
      (id: string, ada: string) => managing(id, ada, { manageEpoch: 3 }),
      'MANAGE_TICKET_STALE',
    ],
  ])('rejects %s and changes nothing', async (_, callerOf, code) => {
    const { id, ada } = await scheduled()
    const before = await service.footprint()
    expect(rejection(await cancel(id, {}, callerOf(id, ada)))).toEqual({ status: 403, code })
    expect(await service.footprint()).toEqual(before)
  })

  it('cannot suppress the notification, before and after the cancellation [H1.5]', async () => {
    const { id, ada } = await scheduled()
    const before = await service.footprint()
    const silently = () => cancel(id, { notify: false }, managing(id, ada))
    expect(rejection(await silently())).toEqual({ status: 403, code: 'NOTIFY_FOR_STAFF_ONLY' })
    expect((await silently()).body).toMatchObject({
      detail: 'Customers cannot set notify to false; omit it.',
    })
    expect(await service.footprint()).toEqual(before)
    expect((await cancel(id, { notify: true }, managing(id, ada))).status).toBe(200)
    expect(rejection(await silently())).toEqual({ status: 403, code: 'NOTIFY_FOR_STAFF_ONLY' })
    const { id: another } = await scheduled()
    expect((await cancel(another, { notify: false })).status).toBe(200)
  })

  it('works with a manage token after participants join and leave [H9.4]', async () => {
    const { id, ada } = await scheduled()
    await service.publishRoster(id, 2, { epoch: 2, membershipChanges: 1 })
    const token = managing(id, ada, { epoch: 2, manageEpoch: 2 })
    expect((await cancel(id, {}, token)).status).toBe(200)
  })

  it('rejects a manage token from before a reassignment [H9.4]', async () => {
    const { id, ada } = await scheduled()
    await service.publishRoster(id, 2, { epoch: 3, membershipChanges: 1 })
    const token = managing(id, ada, { epoch: 2, manageEpoch: 2 })
    expect(rejection(await cancel(id, {}, token))).toEqual({ status: 403, code: 'MANAGE_TICKET_STALE' })
  })

  it('rejects a room token even if the appointment is already cancelled', async () => {
    const { id, ada } = await scheduled()
    await cancel(id)
    expect(rejection(await cancel(id, {}, inRoom(id, ada)))).toEqual({ status: 403, code: 'FORBIDDEN' })
  })

  it('is possible until the cut-off, to the second, and for staff afterwards too', async () => {
    await service.configured('app-cutoff', { customerCancelCutoff: 'P1D' })
    const first = await scheduled('app-cutoff')
    const second = await scheduled('app-cutoff')
    service.setNow('2027-01-08T09:00:00Z')
    expect((await cancel(first.id, {}, managing(first.id, first.ada))).status).toBe(200)
    service.setNow('2027-01-08T09:00:01Z')
    const before = await service.footprint()
    expect(rejection(await cancel(second.id, {}, managing(second.id, second.ada)))).toEqual({
      status: 403,
      code: 'CANCEL_CUTOFF_PASSED',
    })
    expect(await service.footprint()).toEqual(before)
    // a repetition has no cut-off
    expect((await cancel(first.id, {}, managing(first.id, first.ada))).status).toBe(200)
    expect((await cancel(second.id)).status).toBe(200)
  })
})
