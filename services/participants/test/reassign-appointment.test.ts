import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAgent, later, eventOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('reassignAppointment', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  const to = (id: string, userId: string) => ({ body: { id, userId } })

  it('replaces the organizer and all agents, and publishes one event [4.1.6, 4.2 PUT /reassign/]', async () => {
    const { id, customer, version } = await service.scheduled({ agents: ['agent-1', 'agent-2'] })
    const response = await service.v2('PUT', '/reassign/', to(id, 'agent-3'))
    expect(response).toMatchObject({
      status: 200,
      etag: `"${version + 1}"`,
      body: {
        organizer: { id: 'agent-3', type: 'AGENT' },
        participants: [
          { id: 'agent-3', type: 'AGENT' },
          { id: customer.id, type: 'CUSTOMER' },
        ],
        version: version + 1,
      },
    })
    const { roster } = await service.rowsOf(id)
    expect(roster).toMatchObject({ version: 2, organizerId: 'agent-3', epoch: 2 })
    expect(service.eventsAbout(id)).toMatchObject([
      { type: 'APReassignedEvent', data: { previousOrganizerId: 'agent-1', roster } },
    ])
  })

  it('responds in the v1 shape [4.1 PUT /reassign/]', async () => {
    const { id } = await service.scheduled({ customers: [] })
    const { status, body } = await service.v1('PUT', '/reassign', to(id, 'agent-3'))
    expect(status).toBe(200)
    expect(body.organizer).toEqual({ id: 'agent-3', type: 'AGENT', state: '-' })
    expect(body.participantIds).toEqual([{ id: 'agent-3', type: 'AGENT', state: '-' }])
    expect(body).not.toHaveProperty('secureToken')
  })

  it('changes nothing if the agent already is the organizer and the only agent [4.1.6]', async () => {
    const { id, version } = await service.scheduled()
    const before = await service.rowsOf(id)
    const response = await service.v2('PUT', '/reassign', to(id, 'agent-1'))
    expect(response).toMatchObject({ status: 200, body: { version } })
    expect(await service.rowsOf(id)).toEqual(before)
    expect(service.eventsAbout(id)).toEqual([])
  })

  it('makes a participating agent the organizer, and keeps its presence', async () => {
    const { id } = await service.scheduled({ agents: ['agent-1', 'agent-2'] })
    await service.v2('PUT', `/${id}/participants/agent-2?state=JOINED`)
    await service.v2('PUT', '/reassign', to(id, 'agent-2'))
    expect((await service.rowsOf(id)).roster).toMatchObject({
      organizerId: 'agent-2',
      participants: [{ id: 'agent-2', state: 'JOINED' }, { type: 'CUSTOMER' }],
    })
  })

  it('resets an accepted interaction in the same event, and revokes the secureToken', async () => {
    const { id } = await service.scheduled()
    const accepted = await service.v2('PUT', `/${id}/accept`, { caller: anAgent(), body: 'agent-1' })
    const response = await service.v2('PUT', '/reassign', to(id, 'agent-2'))
    expect(response.body.interaction).toEqual({ customFields: {}, properties: {}, state: 'PENDING' })
    expect(service.typesOf(id)).toEqual(['APInteractionAcceptedEvent', 'APReassignedEvent'])

    const resolve = (token: string) => service.internal('/tickets/resolve', { token, type: 'secure-token' })
    expect(await resolve(accepted.body.secureToken)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    })
    expect((await resolve(response.body.secureToken)).status).toBe(200)
  })

  it('is available to agents if the application allows it [4.2 PUT /reassign/, 5.7]', async () => {
    const { id } = await service.scheduled()
    const rejected = await service.v2('PUT', '/reassign', { ...to(id, 'agent-2'), caller: anAgent() })
    expect(rejected).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(service.eventsAbout(id)).toEqual([])

    const { id: applicationId } = await service.configured({
      agentReassignmentEnabled: true,
      agentAccess: 'ASSIGNED',
    })
    const open = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
    const response = await service.v2('PUT', '/reassign', { ...to(open.id, 'agent-2'), caller: anAgent() })
    expect(response).toMatchObject({ status: 200, body: { organizer: { id: 'agent-2' } } })
  })

  it('names the setting that prevents it, and reveals nothing about another organization [H6]', async () => {
    const organizationId = 'org-2'
    const foreign = await service.scheduled({ appointment: { organizationId, title: 'Merger' } })
    const own = await service.scheduled({ appointment: { organizationId: 'org-1' } })
    const caller = anAgent('agent-1', { organizationId: 'org-1' })
    const reassign = (id: string) => service.v2('PUT', '/reassign', { ...to(id, 'agent-2'), caller })
    expect(await reassign(own.id)).toMatchObject({
      status: 403,
      body: {
        code: 'FORBIDDEN',
        detail:
          'Needs ROLE_SUPERVISOR, because the setting agentReassignmentEnabled of the application is off.',
      },
    })
    const [hidden, missing] = [await reassign(foreign.id), await reassign('nowhere')]
    expect(hidden).toEqual(missing)
    expect(hidden.status).toBe(404)
    expect(JSON.stringify(hidden.body)).not.toMatch(/agentReassignmentEnabled|merger|org-2|app-|agent-/i)
  })

  it('returns no secureToken to an agent who loses access by it, not even when replayed [H1.2]', async () => {
    const { id: applicationId } = await service.configured({
      agentReassignmentEnabled: true,
      agentAccess: 'ASSIGNED',
    })
    const { id } = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
    const call = { ...to(id, 'agent-2'), caller: anAgent(), key: 'lost' }
    for (const isReplayed of [false, true]) {
      const lost = await service.v2('PUT', '/reassign', call)
      expect(lost).toMatchObject({ status: 200, isReplayed, body: { organizer: { id: 'agent-2' } } })
      expect(lost.body).not.toHaveProperty('secureToken')
    }
    const kept = await service.v2('PUT', '/reassign', to(id, 'agent-3'))
    expect(kept.body).toHaveProperty('secureToken')
  })

  it('rejects an agent the application does not list [7 404]', async () => {
    const { id: applicationId } = await service.configured({ agentIds: ['agent-1'] })
    const { id } = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
    expect(await service.v1('PUT', '/reassign', to(id, 'agent-9'))).toMatchObject({
      status: 404,
      body: { code: 'AGENT_NOT_FOUND' },
    })
  })

  it('rejects an outdated If-Match with 412', async () => {
    const { id, version } = await service.scheduled()
    const stale = { ...to(id, 'agent-2'), ifMatch: version - 1 }
    expect(await service.v2('PUT', '/reassign', stale)).toMatchObject({
      status: 412,
      body: { code: 'VERSION_MISMATCH' },
    })
    expect((await service.rowsOf(id)).roster?.version).toBe(1)
    const current = { ...to(id, 'agent-2'), ifMatch: version }
    expect((await service.v2('PUT', '/reassign', current)).status).toBe(200)
  })

  it('rejects a cancelled appointment with 404 in v1 and 409 in v2', async () => {
    const { id, appointment } = await service.scheduled()
    await service.publish(eventOf('APDeletedEvent', later(appointment, { state: 'CANCELLED' }), {}))
    expect((await service.v1('PUT', '/reassign', to(id, 'agent-2'))).status).toBe(404)
    expect((await service.v2('PUT', '/reassign', to(id, 'agent-2'))).status).toBe(409)
  })
  it.each(['v1', 'v2'] as const)('rejects an invalid agent id, in %s [7 400]', async (version) => {
    const { id } = await service.scheduled()
    for (const userId of ['', 'agent 2', 'x'.repeat(256)])
      expect(await service[version]('PUT', '/reassign', to(id, userId))).toMatchObject({
        status: 400,
        body: { code: 'AGENT_ID_INVALID' },
      })
    expect((await service.rowsOf(id)).roster?.version).toBe(1)
    expect(service.eventsAbout(id)).toEqual([])
  })
})
