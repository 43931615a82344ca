import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAgent, later, NOW, eventOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('acceptInteraction', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  const accept = (id: string, agent: string, body: unknown = agent) =>
    service.v2('PUT', `/${id}/accept`, { caller: anAgent(agent), body })

  it('accepts for the calling agent, and publishes the event [4.2 PUT /{id}/accept, 3.2, 9.3]', async () => {
    const { id } = await service.scheduled()
    const response = await accept(id, 'agent-1')
    const interaction = {
      customFields: {},
      properties: { acceptedBy: 'agent-1', acceptedAt: NOW.toISOString() },
      state: 'ACCEPTED',
    }
    expect(response).toMatchObject({ status: 200, body: { interaction } })
    const { roster } = await service.rowsOf(id)
    expect(roster).toMatchObject({ version: 2, interaction })
    expect(service.eventsAbout(id)).toMatchObject([
      { type: 'APInteractionAcceptedEvent', data: { participantId: 'agent-1', roster } },
    ])
  })

  it('changes nothing for the same agent again, and rejects another agent', async () => {
    const { id, version } = await service.scheduled({ agents: ['agent-1', 'agent-2'] })
    await accept(id, 'agent-1')
    expect(await accept(id, 'agent-1')).toMatchObject({ status: 200, body: { version: version + 1 } })
    expect(await accept(id, 'agent-2')).toMatchObject({
      status: 409,
      body: { code: 'INTERACTION_ALREADY_ACCEPTED' },
    })
    expect(service.typesOf(id)).toEqual(['APInteractionAcceptedEvent'])
  })

  it('accepts a failed interaction', async () => {
    const { id } = await service.scheduled()
    await service.v2('PUT', `/${id}/failed?userMessage=oh`, { caller: anAgent() })
    const response = await accept(id, 'agent-1')
    expect(response.body.interaction).toMatchObject({ state: 'ACCEPTED' })
    expect(response.body.interaction.properties).not.toHaveProperty('userMessage')
  })

  it('rejects an id that is not an agent of the appointment, and an agent who accepts for another', async () => {
    const { id, customer } = await service.scheduled({ agents: ['agent-1', 'agent-2'] })
    for (const body of ['nobody', customer.id]) {
      expect(await accept(id, 'agent-1', body)).toMatchObject({
        status: 404,
        body: { code: 'PARTICIPANT_NOT_FOUND' },
      })
    }
    expect(await accept(id, 'agent-1', 'agent-2')).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    expect((await service.rowsOf(id)).roster?.version).toBe(1)
  })

  it('accepts only a bare string as the body [4.2 PUT /{id}/accept]', async () => {
    const { id } = await service.scheduled()
    for (const body of [{ participantId: 'agent-1' }, 7, ''])
      expect((await accept(id, 'agent-1', body)).status).toBe(400)
  })

  it('rejects a completed interaction and a cancelled appointment', async () => {
    const { id, appointment } = await service.scheduled()
    await accept(id, 'agent-1')
    const completed = later(appointment, { outcome: 'COMPLETED' })
    await service.publish(eventOf('APOutcomeEvent', completed, { outcome: 'COMPLETED' }))
    expect(await accept(id, 'agent-1')).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', interactionState: 'COMPLETED' },
    })
    await service.publish(
      eventOf('APCancelledEvent', later(completed, { state: 'CANCELLED' }), { notify: true }),
    )
    expect(await accept(id, 'agent-1')).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', state: 'CANCELLED' },
    })
  })
})
