import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  aCaller,
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

describe('getParticipant', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterEach(() => {
    service.clock.current = NOW
  })
  afterAll(() => service.stop())

  it.each(['v1', 'v2'] as const)(
    'returns a customer with contact details and room link to staff, in %s [4.1 GET /{id}/participants/{participantId}, 2.7 ParticipantDetails]',
    async (version) => {
      const ada = aCustomerRecord({ lastName: 'Lovelace', metadata: { tier: 'gold' } })
      const { id } = await service.scheduled({ customers: [ada] })
      const response = await service[version]('GET', `/${id}/participants/${ada.id}`, { caller: anAgent() })
      expect(response.body).toEqual({
        id: ada.id,
        type: 'CUSTOMER',
        expiresAt: '2027-01-07T14:00:00Z',
        contact: { primaryEmail: 'ada@example.com', primaryPhone: '+4930123456' },
        name: { firstName: 'Ada', lastName: 'Lovelace' },
        metadata: { tier: 'gold' },
        ticket: { accessUrl: service.tickets.roomLink(ada.id, 1), expiresAt: '2027-01-07T14:00:00Z' },
      })
      expect(response.status).toBe(200)
      expect(service.eventsAbout(id)).toEqual([])
    },
  )

  it("returns an agent's type and expiry, which is that of the room once it is open", async () => {
    const { id, appointment } = await service.scheduled()
    const room = {
      url: 'https://rooms.example/x',
      expires: '2027-01-07T18:30:00Z',
      activatedAt: NOW.toISOString(),
    }
    await service.publish(
      eventOf('APActivatedEvent', later(appointment, { state: 'ACTIVATED', room }), { explicit: true }),
    )
    const { body } = await service.v2('GET', `/${id}/participants/agent-1`)
    expect(body).toEqual({ id: 'agent-1', type: 'AGENT', expiresAt: '2027-01-07T18:30:00Z' })
  })

  it('returns only their own record to customers [4.1.10, 5.4]', async () => {
    const [own, other] = [aCustomerRecord(), aCustomerRecord()]
    const { id } = await service.scheduled({ customers: [own, other] })
    const caller = aCustomer(id, own.id)
    const read = (participantId: string) =>
      service.v2('GET', `/${id}/participants/${participantId}`, { caller })
    expect(await read(own.id)).toMatchObject({ status: 200, body: { id: own.id, ticket: {} } })
    for (const participantId of [other.id, 'agent-1', 'nobody'])
      expect(await read(participantId)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const managing = aManagingCustomer(id, own.id)
    expect((await service.v1('GET', `/${id}/participants/${own.id}`, { caller: managing })).status).toBe(200)
  })

  it('accepts a conferenceId alone only if there is a single customer [H1.7] [4.1.10]', async () => {
    const alone = await service.scheduled()
    const only = await service.v2('GET', `/${alone.id}/participants/${alone.customer.id}`, {
      caller: aCustomer(alone.id),
    })
    expect(only.body).toHaveProperty('ticket')

    const [one, two] = [aCustomerRecord(), aCustomerRecord()]
    const { id } = await service.scheduled({ customers: [one, two] })
    for (const participantId of [one.id, two.id, 'agent-1', 'nobody'])
      expect(
        await service.v2('GET', `/${id}/participants/${participantId}`, { caller: aCustomer(id) }),
      ).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })

  it('rejects a token issued for a secureToken for every participant [H1.2]', async () => {
    const { id, customer } = await service.scheduled()
    for (const caller of [bySecureToken(id, customer.id), bySecureToken(id)])
      for (const participantId of [customer.id, 'agent-1', 'nobody'])
        expect(await service.v2('GET', `/${id}/participants/${participantId}`, { caller })).toMatchObject({
          status: 403,
          body: { code: 'FORBIDDEN' },
        })
  })

  it('returns to customers only the metadata that their application lists, in both versions [H1.1]', async () => {
    const { id: applicationId } = await service.configured({ customerMetadata: ['branch'] })
    const appointment = { applicationId, applicationVersion: 2 }
    const listed = aCustomerRecord({ metadata: { branch: 'Berlin', risk: 'high' } })
    const unlisted = aCustomerRecord({ metadata: { risk: 'high' } })
    const { id } = await service.scheduled({ appointment, customers: [listed, unlisted] })
    for (const version of ['v1', 'v2'] as const) {
      const read = (participantId: string, caller = aCustomer(id, participantId)) =>
        service[version]('GET', `/${id}/participants/${participantId}`, { caller })
      expect((await read(listed.id)).body.metadata).toEqual({ branch: 'Berlin' })
      expect((await read(unlisted.id)).body).not.toHaveProperty('metadata')
      expect((await read(listed.id, aCaller())).body.metadata).toEqual(listed.metadata)
    }
  })

  it('rejects a token for another appointment before any look-up, so that existence is not revealed [4.1.10, 5.4]', async () => {
    const { id, customer } = await service.scheduled()
    for (const path of [`/${id}/participants/${customer.id}`, '/nowhere/participants/x']) {
      expect(await service.v2('GET', path, { caller: aCustomer('another') })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      })
    }
  })

  it('responds with 404 to customers after the expiry, but not to staff [4.1.10, 7 404]', async () => {
    const { id, customer } = await service.scheduled()
    const path = `/${id}/participants/${customer.id}`
    const caller = aCustomer(id, customer.id)
    service.clock.current = new Date('2027-01-07T13:59:59Z')
    expect((await service.v1('GET', path, { caller })).status).toBe(200)
    service.clock.current = new Date('2027-01-07T14:00:00Z')
    for (const version of ['v1', 'v2'] as const) {
      expect(await service[version]('GET', path, { caller })).toMatchObject({
        status: 404,
        body: { code: 'APPOINTMENT_EXPIRED' },
      })
    }
    expect((await service.v2('GET', path)).status).toBe(200)
  })

  it('hides a cancelled appointment in v1, and omits its tickets in v2', async () => {
    const { id, appointment, customer } = await service.scheduled()
    await service.publish(
      eventOf('APCancelledEvent', later(appointment, { state: 'CANCELLED' }), { notify: true }),
    )
    const path = `/${id}/participants/${customer.id}`
    expect(await service.v1('GET', path)).toMatchObject({
      status: 404,
      body: { code: 'APPOINTMENT_NOT_FOUND' },
    })
    const { status, body } = await service.v2('GET', path)
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('ticket')
  })

  it('hides other organizations', async () => {
    const { id, customer } = await service.scheduled({ appointment: { organizationId: 'ours' } })
    const path = `/${id}/participants/${customer.id}`
    for (const caller of [aCaller(), aCustomer(id, customer.id)])
      for (const [organizationId, status] of [
        ['theirs', 404],
        ['ours', 200],
      ] as const)
        expect((await service.v2('GET', path, { caller: { ...caller, organizationId } })).status).toBe(status)
  })

  it('responds with 404 for an unknown participant [7 404]', async () => {
    const { id } = await service.scheduled()
    expect(await service.v1('GET', `/${id}/participants/nobody`)).toMatchObject({
      status: 404,
      body: { code: 'PARTICIPANT_NOT_FOUND' },
    })
  })
})
