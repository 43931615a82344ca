import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCaller, aCustomerRecord, later, eventOf } from './builders.ts'
import { PUBLIC_URL, runParticipants, type RunningParticipants } from './running-service.ts'

describe('addCustomer', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  const grace = {
    contact: { primaryEmail: 'grace@example.com', primaryPhone: '+49 30 555 12' },
    name: { firstName: 'Grace', lastName: 'Hopper' },
    username: 'grace',
    metadata: { tier: 'gold' },
  }
  const record = {
    email: 'grace@example.com',
    phone: '+493055512',
    username: 'grace',
    firstName: 'Grace',
    lastName: 'Hopper',
    metadata: { tier: 'gold' },
  }

  it('completes a national phone number by the region of the application, and rejects it without one [H5.7]', async () => {
    const { id: applicationId } = await service.configured({ defaultRegion: 'DE' })
    const national = { contact: { primaryPhone: '(030) 1234567' } }
    const ours = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
    const added = await service.v2('POST', '/participants/customers/', {
      body: { id: ours.id, customer: national },
    })
    expect(added.body.contact).toEqual({ primaryPhone: '+49301234567' })
    const other = await service.scheduled()
    const rejected = await service.v2('POST', '/participants/customers/', {
      body: { id: other.id, customer: national },
    })
    expect(rejected).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/customer/contact/primaryPhone', code: 'INVALID_PHONE' }] },
    })
  })

  it('stores the customer with tickets, publishes the event, and responds with the participant in v2 [4.2 POST /participants/customers/, 2.7 ParticipantDetails, 9.3]', async () => {
    const { id } = await service.scheduled({ customers: [] })
    const { status, body } = await service.v2('POST', '/participants/customers/', {
      body: { id, customer: grace },
    })
    const participantId = body.id
    expect(status).toBe(200)
    expect(body).toEqual({
      id: participantId,
      type: 'CUSTOMER',
      expiresAt: '2027-01-07T14:00:00Z',
      contact: { primaryEmail: 'grace@example.com', primaryPhone: '+493055512' },
      name: { firstName: 'Grace', lastName: 'Hopper' },
      username: 'grace',
      metadata: { tier: 'gold' },
      ticket: {
        accessUrl: service.tickets.roomLink(participantId, 1),
        expiresAt: '2027-01-07T14:00:00Z',
      },
    })
    expect(body.ticket?.accessUrl).toMatch(new RegExp(`^${PUBLIC_URL}/join/[\\w-]{12}$`))

    const rows = await service.rowsOf(id)
    expect(rows.customers).toEqual([{ record: { id: participantId, ...record }, field_versions: {} }])
    expect(rows.tickets.map(({ kind, version }) => ({ kind, version }))).toEqual([
      { kind: 'manage', version: 1 },
      { kind: 'room', version: 1 },
    ])
    expect(rows.roster).toMatchObject({
      version: 2,
      participants: [
        { id: 'agent-1' },
        { id: participantId, type: 'CUSTOMER', has: ['email', 'phone', 'username'] },
      ],
    })
    expect(service.eventsAbout(id)).toMatchObject([
      {
        type: 'APParticipantAddedEvent',
        data: { participantId, customer: { id: participantId, ...record }, roster: rows.roster },
      },
    ])
  })

  it('responds with the appointment in v1 [4.1 POST /participants/customers/]', async () => {
    const { id, customer } = await service.scheduled()
    const { status, body } = await service.v1('POST', '/participants/customers', {
      body: { id, customer: { username: 'grace' } },
    })
    expect(status).toBe(200)
    expect(body.participantIds).toHaveLength(3)
    expect(body.participantIds[1]).toEqual({ id: customer.id, type: 'CUSTOMER', state: '-' })
    expect(JSON.stringify(body)).not.toContain('@example.com')
  })

  it('requires contact details or a username', async () => {
    const { id } = await service.scheduled()
    const response = await service.v2('POST', '/participants/customers', {
      body: { id, customer: { name: { firstName: 'Grace' } } },
    })
    expect(response).toMatchObject({ status: 400, body: { code: 'CONTACT_REQUIRED' } })
    expect(service.eventsAbout(id)).toEqual([])
  })

  it('accepts at most twenty customers [8.5]', async () => {
    const { id } = await service.scheduled({ customers: Array.from({ length: 20 }, () => aCustomerRecord()) })
    const before = await service.rowsOf(id)
    const response = await service.v2('POST', '/participants/customers', { body: { id, customer: grace } })
    expect(response).toMatchObject({ status: 400, body: { code: 'TOO_MANY_PARTICIPANTS' } })
    expect(await service.rowsOf(id)).toEqual(before)
  })

  it('accepts at most fifty participants', async () => {
    const agents = Array.from({ length: 50 }, (_, index) => `agent-${index}`)
    const { id } = await service.scheduled({ agents, customers: [] })
    const response = await service.v1('POST', '/participants/customers', { body: { id, customer: grace } })
    expect(response).toMatchObject({ status: 400, body: { code: 'TOO_MANY_PARTICIPANTS' } })
    expect((await service.rowsOf(id)).customers).toEqual([])
  })

  it('rejects a cancelled appointment', async () => {
    const { id, appointment } = await service.scheduled()
    const body = { id, customer: grace }
    await service.publish(
      eventOf('APCancelledEvent', later(appointment, { state: 'CANCELLED' }), { notify: true }),
    )
    expect((await service.v2('POST', '/participants/customers', { body })).status).toBe(409)
    expect((await service.v1('POST', '/participants/customers', { body })).status).toBe(404)
    expect((await service.rowsOf(id)).customers).toHaveLength(1)
  })
  it.each(['v1', 'v2'] as const)(
    'responds with 404 for a missing appointment and for one of another organization, in %s [4.1.12, 7 404]',
    async (version) => {
      const { id } = await service.scheduled({ appointment: { organizationId: 'ours' } })
      const path = '/participants/customers'
      const foreign = { body: { id, customer: grace }, caller: aCaller({ organizationId: 'theirs' }) }
      const missing = { body: { id: 'nowhere', customer: grace } }
      for (const call of [foreign, missing])
        expect(await service[version]('POST', path, call)).toMatchObject({
          status: 404,
          body: { code: 'APPOINTMENT_NOT_FOUND' },
        })
      expect((await service.rowsOf(id)).customers).toHaveLength(1)
      expect(service.eventsAbout(id)).toEqual([])
    },
  )
})
