import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCustomer, aCustomerRecord, anAgent, later, eventOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('removeParticipant', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  it('removes a customer with contact details and tickets, and publishes the event without them', async () => {
    const [leaving, staying] = [aCustomerRecord({ email: 'leaving@example.com' }), aCustomerRecord()]
    const { id } = await service.scheduled({ customers: [leaving, staying] })
    const room = service.tickets.derive('room', leaving.id, 1)
    const response = await service.v2('DELETE', `/${id}/participants/${leaving.id}`)
    expect(response).toMatchObject({
      status: 200,
      body: { participants: [{ id: 'agent-1' }, { id: staying.id }] },
    })

    const rows = await service.rowsOf(id)
    expect(rows.customers.map(({ record }) => record)).toEqual([staying])
    expect(new Set(rows.tickets.map(({ participant_id }) => participant_id))).toEqual(new Set([staying.id]))
    expect(JSON.stringify(rows)).not.toContain('leaving@example.com')
    expect(service.eventsAbout(id)).toMatchObject([
      {
        type: 'APParticipantRemovedEvent',
        data: { participantId: leaving.id, participantType: 'CUSTOMER', roster: rows.roster },
      },
    ])
    expect((await service.internal('/tickets/resolve', { token: room, type: 'ticket' })).status).toBe(400)
    const token = aCustomer(id, leaving.id)
    expect((await service.v2('GET', `/${id}/interaction`, { caller: token })).status).toBe(403)
  })

  it('deletes dead letters with the contact data of the customer, and keeps others', async () => {
    const [leaving, staying] = [aCustomerRecord(), aCustomerRecord()]
    const { id } = await service.scheduled({ customers: [leaving, staying] })
    for (const customer of [leaving, staying])
      await service.broker.publish({
        id: `poison-${customer.id}`,
        type: 'APUpdatedEvent',
        key: id,
        body: { data: { customer } },
        headers: {},
      })
    const letters = async () =>
      (await service.broker.deadLetters('participants'))
        .map(({ message }) => message)
        .filter(({ key }) => key === id)
        .map((message) => message.id)
    await expect.poll(letters).toHaveLength(2)
    await service.v2('DELETE', `/${id}/participants/${leaving.id}`)
    await expect.poll(letters).toEqual([`poison-${staying.id}`])
  })

  it('removes an agent and resets an interaction it had accepted [4.1 DELETE /{id}/participants/{participantId}, 7 deletions]', async () => {
    const { id } = await service.scheduled({ agents: ['agent-1', 'agent-2'] })
    await service.v2('PUT', `/${id}/accept`, { caller: anAgent('agent-2'), body: 'agent-2' })
    const response = await service.v1('DELETE', `/${id}/participants/agent-2`)
    expect(response).toMatchObject({
      status: 200,
      body: { interaction: { state: 'PENDING', properties: {} } },
    })
    expect(service.typesOf(id)).toEqual(['APInteractionAcceptedEvent', 'APParticipantRemovedEvent'])
  })

  it('returns no secureToken to an agent who removes itself [H1.2]', async () => {
    const { id: applicationId } = await service.configured({ agentAccess: 'ASSIGNED' })
    const appointment = { applicationId, applicationVersion: 2 }
    const { id } = await service.scheduled({ appointment, agents: ['agent-1', 'agent-2'] })
    const path = `/${id}/participants/agent-2`
    const { status, body } = await service.v2('DELETE', path, { caller: anAgent('agent-2') })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('secureToken')
  })

  it('rejects the organizer, who can only be replaced', async () => {
    const { id } = await service.scheduled()
    for (const version of ['v1', 'v2'] as const) {
      expect(await service[version]('DELETE', `/${id}/participants/agent-1`)).toMatchObject({
        status: 400,
        body: { code: 'ORGANIZER_NOT_REMOVABLE' },
      })
    }
    expect((await service.rowsOf(id)).roster?.version).toBe(1)
    expect(service.eventsAbout(id)).toEqual([])
  })

  it('responds with 404 for an unknown participant and for a second removal', async () => {
    const { id, customer } = await service.scheduled()
    expect(await service.v2('DELETE', `/${id}/participants/nobody`)).toMatchObject({
      status: 404,
      body: { code: 'PARTICIPANT_NOT_FOUND' },
    })
    expect((await service.v2('DELETE', `/${id}/participants/${customer.id}`)).status).toBe(200)
    expect((await service.v2('DELETE', `/${id}/participants/${customer.id}`)).status).toBe(404)
    expect(service.typesOf(id)).toEqual(['APParticipantRemovedEvent'])
  })

  it('rejects an aborted appointment before it looks for the participant', async () => {
    const { id, appointment } = await service.scheduled()
    await service.publish(
      eventOf('APAbortedEvent', later(appointment, { state: 'ABORTED' }), { reason: 'INTERACTION_FAILED' }),
    )
    expect(await service.v1('DELETE', `/${id}/participants/nobody`)).toMatchObject({
      status: 400,
      body: { code: 'SCHEDULE_STATE' },
    })
    expect(await service.v2('DELETE', `/${id}/participants/nobody`)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
  })

  it('rejects an outdated If-Match with 412', async () => {
    const { id, customer } = await service.scheduled()
    const response = await service.v2('DELETE', `/${id}/participants/${customer.id}`, { ifMatch: 77 })
    expect(response.status).toBe(412)
    expect((await service.rowsOf(id)).customers).toHaveLength(1)
  })
})
