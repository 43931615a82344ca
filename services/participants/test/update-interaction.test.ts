import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAgent, later, eventOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('updateInteraction', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  const put = (id: string, body: unknown) => service.v2('PUT', `/${id}/interaction`, { body })

  it('stores routing and channel context, and publishes the event with requested: true [4.2 PUT /{id}/interaction, 2.3 routing.properties.chatMode, 9.3]', async () => {
    const { id } = await service.scheduled()
    const response = await put(id, {
      customFields: { topic: 'loan' },
      routing: { type: 'VENDORB_DIGITAL_CONNECT', properties: { touchpointId: 't-1' } },
    })
    const interaction = {
      customFields: { topic: 'loan' },
      properties: {},
      routing: {
        type: 'VENDORB_DIGITAL_CONNECT',
        properties: { touchpointId: 't-1', chatMode: 'vendorb-digital-connect' },
      },
      state: 'PENDING',
    }
    expect(response.status).toBe(200)
    expect(response.body.interaction).toEqual(interaction)
    const { roster } = await service.rowsOf(id)
    expect(roster?.interaction).toEqual(interaction)
    expect(service.eventsAbout(id)).toMatchObject([
      { type: 'APInteractionUpdatedEvent', data: { requested: true, roster } },
    ])
  })

  it('keeps missing fields, clears empty ones, and keeps a given chat mode [2.3 routing.properties.chatMode]', async () => {
    const { id } = await service.scheduled()
    const routing = {
      type: 'VENDORA_CLOUD_FLOW',
      properties: { deploymentId: 'd-1', chatMode: 'vendora-web-messaging' },
    }
    await put(id, { customFields: { topic: 'loan' }, routing })
    expect((await put(id, { customFields: {} })).body.interaction).toMatchObject({
      customFields: {},
      routing,
    })
    expect((await put(id, { routing: null })).body.interaction).not.toHaveProperty('routing')
  })

  it('changes nothing if all values are the same', async () => {
    const { id, version } = await service.scheduled()
    await put(id, { customFields: { topic: 'loan' } })
    expect(await put(id, { customFields: { topic: 'loan' } })).toMatchObject({
      status: 200,
      body: { version: version + 1 },
    })
    expect(service.eventsAbout(id)).toHaveLength(1)
  })

  it("completes the routing with the application's defaults, and requires a target [2.3 routing.properties.chatMode]", async () => {
    const { id: applicationId } = await service.configured({
      routingDefaults: { VENDORA_CLOUD_FLOW: { deploymentId: 'd-default' } },
    })
    const { id } = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
    expect((await put(id, { routing: { type: 'VENDORA_CLOUD_FLOW' } })).body.interaction.routing).toEqual({
      type: 'VENDORA_CLOUD_FLOW',
      properties: { deploymentId: 'd-default', chatMode: 'vendora-cloud' },
    })
    expect(await put(id, { routing: { type: 'VENDORB_DIGITAL_CONNECT' } })).toMatchObject({
      status: 400,
      body: { code: 'ROUTING_INCOMPLETE' },
    })
    expect((await service.rowsOf(id)).roster?.version).toBe(2)
  })

  it('resets a failed interaction to PENDING, and rejects an accepted one', async () => {
    const { id } = await service.scheduled()
    await service.v2('PUT', `/${id}/failed?userMessage=oh`, { caller: anAgent() })
    expect((await put(id, {})).body.interaction).toEqual({
      customFields: {},
      properties: {},
      state: 'PENDING',
    })
    await service.v2('PUT', `/${id}/accept`, { caller: anAgent(), body: 'agent-1' })
    expect(await put(id, { customFields: { topic: 'loan' } })).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', interactionState: 'ACCEPTED' },
    })
  })

  it('rejects a cancelled appointment with 409 and an outdated If-Match with 412', async () => {
    const { id, appointment, version } = await service.scheduled()
    const body = { customFields: { topic: 'loan' } }
    expect((await service.v2('PUT', `/${id}/interaction`, { body, ifMatch: version + 1 })).status).toBe(412)
    await service.publish(
      eventOf('APCancelledEvent', later(appointment, { state: 'CANCELLED' }), { notify: true }),
    )
    expect(await put(id, body)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', state: 'CANCELLED' },
    })
  })
})
