import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  defaultAvailabilitySettings,
  instant,
  type AppointmentsEvent,
  type Caller,
} from '@appointments/contracts'
import { newEvent } from '@appointments/outbox'
import {
  aCustomer,
  aCustomerRecord,
  aManagingCustomer,
  anAgent,
  bySecureToken,
  later,
  NOW,
  eventOf,
} from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('setParticipantState', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterEach(() => {
    service.clock.current = NOW
    service.followWith(() => Promise.resolve())
  })
  afterAll(() => service.stop())

  const at = (id: string, participantId: string, state?: string) =>
    `/${id}/participants/${participantId}${state === undefined ? '' : `?state=${state}`}`

  it('stores the presence and publishes the event [4.2 PUT /{id}/participants/{participantId}, 9.3]', async () => {
    const { id, customer, version } = await service.scheduled()
    const response = await service.v2('PUT', at(id, customer.id, 'WAITING'))
    expect(response).toMatchObject({
      status: 200,
      etag: `"${version + 1}"`,
      body: { participants: [{ id: 'agent-1' }, { id: customer.id, state: 'WAITING' }] },
    })
    expect(response.body.participants[0]).not.toHaveProperty('state')
    const { roster } = await service.rowsOf(id)
    expect(roster?.version).toBe(2)
    expect(service.eventsAbout(id)).toMatchObject([
      {
        type: 'APParticipantStateChangedEvent',
        data: { participantId: customer.id, state: 'WAITING', roster },
      },
    ])
  })

  it('allows any order of states, and changes nothing for the same state or none [3.3 row 1, 4.2 PUT /{id}/participants/{participantId}, 2.2 state]', async () => {
    const { id } = await service.scheduled()
    for (const state of ['LEFT', 'JOINED', 'WAITING', 'LEFT', 'LEFT'])
      expect((await service.v2('PUT', at(id, 'agent-1', state))).status).toBe(200)
    expect((await service.v2('PUT', at(id, 'agent-1'))).status).toBe(200)
    expect((await service.rowsOf(id)).roster?.version).toBe(5)
    expect(service.eventsAbout(id)).toHaveLength(4)
  })

  it('rejects an unknown state', async () => {
    const { id } = await service.scheduled()
    const response = await service.v2('PUT', at(id, 'agent-1', 'DANCING'))
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', errors: [{ parameter: 'state' }] },
    })
  })

  it('includes the changes of other services in the response', async () => {
    const { id, appointment, version } = await service.scheduled()
    service.followWith((event: AppointmentsEvent) =>
      event.type === 'APParticipantStateChangedEvent'
        ? service.publish(
            eventOf('APOutcomeEvent', later(appointment, { outcome: 'IN_PROGRESS' }), {
              outcome: 'IN_PROGRESS',
            }),
          )
        : Promise.resolve(),
    )
    const response = await service.v2('PUT', at(id, 'agent-1', 'JOINED'))
    expect(response).toMatchObject({
      etag: `"${version + 2}"`,
      body: { outcome: 'IN_PROGRESS', version: version + 2 },
    })
  })

  it('lets customers change only their own state, by room and manage token [H1.7] [3.3 row 1, 5.4]', async () => {
    const [own, other] = [aCustomerRecord(), aCustomerRecord()]
    const { id } = await service.scheduled({ customers: [own, other] })
    const put = (participantId: string, caller = aCustomer(id, own.id)) =>
      service.v2('PUT', at(id, participantId, 'JOINED'), { caller })
    for (const participantId of [other.id, 'agent-1', 'nobody'])
      expect((await put(participantId)).status).toBe(403)
    expect((await put(own.id, aManagingCustomer(id, other.id))).status).toBe(403)
    expect((await put(own.id, bySecureToken(id))).status).toBe(403)
    expect((await put(own.id, aCustomer(id))).status).toBe(403)
    expect((await put(own.id, aCustomer('another', own.id))).status).toBe(403)
    expect(service.eventsAbout(id)).toEqual([])
    expect((await put(own.id)).status).toBe(200)
    expect(service.eventsAbout(id)).toMatchObject([
      { data: { actor: { id: own.id, role: 'ROLE_CUSTOMER' } } },
    ])
    const leave = await service.v2('PUT', at(id, own.id, 'LEFT'), { caller: aManagingCustomer(id, own.id) })
    expect(leave.status).toBe(200)
  })

  it('tells customers until when they may move and cancel, as the read of the appointment does', async () => {
    const { id: applicationId } = await service.configured({ customerCancelCutoff: 'PT1H' })
    const settings = { ...defaultAvailabilitySettings, customerMoveCutoff: 'PT2H', applicationId, version: 1 }
    const { event } = newEvent('APAvailabilitySettingsChangedEvent', {
      subject: applicationId,
      aggregateVersion: 1,
      at: NOW,
      data: { settings },
    })
    await service.publish(event)
    const { id, customer, appointment } = await service.scheduled({
      appointment: { applicationId, applicationVersion: 2 },
    })
    const until = (hours: number) => instant(new Date(Date.parse(appointment.start) - hours * 3_600_000))
    const join = async (caller: Caller) =>
      (await service.v2('PUT', at(id, customer.id, 'JOINED'), { caller })).body.customerActions
    expect(await join(aManagingCustomer(id, customer.id))).toEqual({
      move: { allowed: true, until: until(2) },
      cancel: { allowed: true, until: until(1) },
    })
    expect(await join(aCustomer(id, customer.id))).toEqual({
      move: { allowed: false, until: until(2) },
      cancel: { allowed: false, until: until(1) },
    })
    expect(await join(anAgent())).toBeUndefined()
  })

  it('restricts a token issued for a secureToken to the customer it was issued for [H1.2] [H9.4]', async () => {
    const { id, customer } = await service.scheduled()
    const put = (participantId: string, caller: Caller) =>
      service.v2('PUT', at(id, participantId, 'WAITING'), { caller })
    expect((await put(customer.id, bySecureToken(id, customer.id))).status).toBe(200)
    // a token issued for several customers or none never acts for the one who remains
    expect((await put(customer.id, bySecureToken(id))).status).toBe(403)

    const added = await service.v2('POST', '/participants/customers', {
      body: { id, customer: { username: 'grace' } },
    })
    await service.v2('DELETE', `/${id}/participants/${customer.id}`)
    for (const caller of [bySecureToken(id, customer.id), bySecureToken(id)])
      for (const participantId of [customer.id, added.body.id])
        expect((await put(participantId, caller)).status).toBe(403)
  })

  it('accepts a conferenceId alone for the only customer [H1.7]', async () => {
    const { id, customer } = await service.scheduled()
    const response = await service.v2('PUT', at(id, customer.id, 'JOINED'), { caller: aCustomer(id) })
    expect(response.status).toBe(200)
  })

  it('rejects customers after the end, and all callers once the appointment is cancelled', async () => {
    const { id, appointment, customer } = await service.scheduled()
    service.clock.current = new Date('2027-01-07T14:00:00Z')
    expect(
      await service.v2('PUT', at(id, customer.id, 'LEFT'), { caller: aCustomer(id, customer.id) }),
    ).toMatchObject({ status: 404, body: { code: 'APPOINTMENT_EXPIRED' } })
    expect((await service.v2('PUT', at(id, 'agent-1', 'LEFT'), { caller: anAgent() })).status).toBe(200)
    await service.publish(
      eventOf('APCancelledEvent', later(appointment, { state: 'CANCELLED' }), { notify: true }),
    )
    expect(await service.v2('PUT', at(id, 'agent-1', 'JOINED'))).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
  })

  it('rejects an unknown participant with 404 and an outdated If-Match with 412', async () => {
    const { id, version } = await service.scheduled()
    expect(await service.v2('PUT', at(id, 'nobody', 'JOINED'))).toMatchObject({
      status: 404,
      body: { code: 'PARTICIPANT_NOT_FOUND' },
    })
    expect((await service.v2('PUT', at(id, 'agent-1', 'JOINED'), { ifMatch: version + 1 })).status).toBe(412)
    expect((await service.v2('PUT', at(id, 'agent-1', 'JOINED'), { ifMatch: version })).status).toBe(200)
    expect((await service.rowsOf(id)).roster?.version).toBe(2)
  })

  it('applies each of fifty concurrent changes', async () => {
    const agents = Array.from({ length: 25 }, (_, index) => `agent-${index}`)
    const { id } = await service.scheduled({ agents, customers: [] })
    const responses = await Promise.all(
      agents.flatMap((agent) =>
        ['WAITING', 'JOINED'].map((state) => service.v2('PUT', at(id, agent, state))),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    const published = service.eventsAbout(id)
    const versions = published.map(({ data }) => ('roster' in data ? data.roster.version : 0))
    expect(versions.sort((a, b) => a - b)).toEqual(versions.map((_, index) => index + 2))
    expect(versions).toHaveLength(50)
    const { roster } = await service.rowsOf(id)
    expect(roster?.version).toBe(51)
    expect(roster?.participants.every(({ state }) => state !== undefined)).toBe(true)
  })
})
