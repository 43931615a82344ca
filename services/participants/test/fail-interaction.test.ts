import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aCustomer, aCustomerRecord, aManagingCustomer, anAgent, bySecureToken, NOW } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('failInteraction', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterEach(() => {
    service.clock.current = NOW
  })
  afterAll(() => service.stop())

  it('stores the messages, the time and the caller, and publishes the event [4.2 PUT /{id}/failed, 3.2, 9.3]', async () => {
    const { id } = await service.scheduled()
    const response = await service.v2('PUT', `/${id}/failed?systemMessage=E42&userMessage=No%20sound`, {
      caller: anAgent(),
    })
    const interaction = {
      customFields: {},
      properties: {
        systemMessage: 'E42',
        userMessage: 'No sound',
        failedBy: 'agent-1',
        failedAt: NOW.toISOString(),
      },
      state: 'FAILED',
    }
    expect(response.status).toBe(200)
    expect(response.body.interaction).toEqual(interaction)
    const { roster } = await service.rowsOf(id)
    expect(roster).toMatchObject({ version: 2, interaction })
    expect(service.eventsAbout(id)).toMatchObject([
      { type: 'APInteractionFailedEvent', data: { systemMessage: 'E42', userMessage: 'No sound', roster } },
    ])
  })

  it('fails an accepted interaction, and replaces the messages of an earlier failure', async () => {
    const { id } = await service.scheduled()
    await service.v2('PUT', `/${id}/accept`, { caller: anAgent(), body: 'agent-1' })
    await service.v2('PUT', `/${id}/failed?systemMessage=first`, { caller: anAgent() })
    const { body } = await service.v2('PUT', `/${id}/failed?userMessage=second`, { caller: anAgent() })
    expect(body.interaction).toMatchObject({ state: 'FAILED', properties: { userMessage: 'second' } })
    expect(body.interaction.properties).not.toHaveProperty('systemMessage')
    expect(body.interaction.properties).not.toHaveProperty('acceptedBy')
  })

  it("accepts a participating customer's room or manage token, and rejects others with 403 [4.2 PUT /{id}/failed, 5.4] [H1.7] [H1.1]", async () => {
    const [own, other] = [aCustomerRecord(), aCustomerRecord()]
    const { id } = await service.scheduled({ customers: [own, other] })
    const fail = (caller: ReturnType<typeof aCustomer>) => service.v2('PUT', `/${id}/failed`, { caller })
    for (const caller of [
      aCustomer(id),
      aCustomer(id, 'removed'),
      aCustomer(id, 'agent-1'),
      aManagingCustomer(id, 'removed'),
      bySecureToken(id),
      aCustomer('another', own.id),
    ])
      expect((await fail(caller)).status).toBe(403)
    expect(service.eventsAbout(id)).toEqual([])
    for (const caller of [aCustomer(id, own.id), aManagingCustomer(id, own.id), bySecureToken(id, own.id)]) {
      const path = `/${id}/failed?systemMessage=E42&userMessage=No%20sound`
      const { status, body } = await service.v2('PUT', path, { caller })
      expect(status).toBe(200)
      // failedBy and the system message are visible to staff only
      expect(body.interaction).toEqual({
        properties: { userMessage: 'No sound', failedAt: NOW.toISOString() },
        state: 'FAILED',
      })
      expect((await service.rowsOf(id)).roster?.interaction.properties).toMatchObject({
        systemMessage: 'E42',
        failedBy: own.id,
      })
    }
  })

  it('rejects customers after the end, and messages that are too long', async () => {
    const { id, customer } = await service.scheduled()
    const caller = aCustomer(id, customer.id)
    expect(
      (await service.v2('PUT', `/${id}/failed?userMessage=${'x'.repeat(2001)}`, { caller })).status,
    ).toBe(400)
    service.clock.current = new Date('2027-01-08T00:00:00Z')
    expect(await service.v2('PUT', `/${id}/failed`, { caller })).toMatchObject({
      status: 404,
      body: { code: 'APPOINTMENT_EXPIRED' },
    })
    expect((await service.rowsOf(id)).roster?.version).toBe(1)
  })
})
