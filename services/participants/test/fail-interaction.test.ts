import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aCustomer, aCustomerRecord, aManagingCustomer, anAgent, NOW } from './builders.ts'
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

  it('keeps the messages, the time and the caller, and tells so [4.2 PUT /{id}/failed, 3.2, 9.3]', async () => {
    const { id } = await service.scheduled()
    const answer = await service.v2('PUT', `/${id}/failed?systemMessage=E42&userMessage=No%20sound`, {
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
    expect(answer.status).toBe(200)
    expect(answer.body.interaction).toEqual(interaction)
    const { roster } = await service.rowsOf(id)
    expect(roster).toMatchObject({ version: 2, interaction })
    expect(service.heardOf(id)).toMatchObject([
      { type: 'APInteractionFailedEvent', data: { systemMessage: 'E42', userMessage: 'No sound', roster } },
    ])
  })

  it('fails what was accepted, and replaces the messages of an earlier failure', async () => {
    const { id } = await service.scheduled()
    await service.v2('PUT', `/${id}/accept`, { caller: anAgent(), body: 'agent-1' })
    await service.v2('PUT', `/${id}/failed?systemMessage=first`, { caller: anAgent() })
    const { body } = await service.v2('PUT', `/${id}/failed?userMessage=second`, { caller: anAgent() })
    expect(body.interaction).toMatchObject({ state: 'FAILED', properties: { userMessage: 'second' } })
    expect(body.interaction.properties).not.toHaveProperty('systemMessage')
    expect(body.interaction.properties).not.toHaveProperty('acceptedBy')
  })

  it('takes it from a customer with a room token who takes part [4.2 PUT /{id}/failed, 5.4]', async () => {
    const [own, other] = [aCustomerRecord(), aCustomerRecord()]
    const { id } = await service.scheduled({ customers: [own, other] })
    const fail = (caller: ReturnType<typeof aCustomer>) => service.v2('PUT', `/${id}/failed`, { caller })
    for (const caller of [
      aCustomer(id),
      aCustomer(id, 'removed'),
      aCustomer(id, 'agent-1'),
      aManagingCustomer(id, own.id),
      aCustomer('another', own.id),
    ])
      expect((await fail(caller)).status).toBe(403)
    expect(service.heardOf(id)).toEqual([])
    expect((await fail(aCustomer(id, own.id))).body.interaction.properties.failedBy).toBe(own.id)
  })

  it('refuses a customer after the end, and messages that are too long', async () => {
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
