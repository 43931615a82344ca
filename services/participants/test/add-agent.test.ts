import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCustomerRecord, anAgent, later, eventOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('addAgent', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  const add = (id: string, userId: string) => ({ body: { id, userId } })

  it('adds the agent, publishes the event, and responds with the participant in v2 [4.2 POST /participants/agents/, 9.3]', async () => {
    const { id } = await service.scheduled()
    const response = await service.v2('POST', '/participants/agents', add(id, 'agent-2'))
    expect(response).toMatchObject({
      status: 200,
      body: { id: 'agent-2', type: 'AGENT', expiresAt: '2027-01-07T14:00:00Z' },
    })
    const { roster } = await service.rowsOf(id)
    expect(roster).toMatchObject({ version: 2, organizerId: 'agent-1' })
    expect(roster?.participants).toContainEqual({ id: 'agent-2', type: 'AGENT' })
    expect(service.eventsAbout(id)).toMatchObject([
      {
        type: 'APParticipantAddedEvent',
        data: { appointmentId: id, participantId: 'agent-2', roster, actor: { id: 'supervisor-1' } },
      },
    ])
  })

  it('responds with the appointment in v1 [4.1 POST /participants/agents/]', async () => {
    const { id, customer } = await service.scheduled()
    const response = await service.v1('POST', '/participants/agents/', add(id, 'agent-2'))
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      id,
      organizer: { id: 'agent-1', type: 'AGENT', state: '-' },
      participantIds: [
        { id: 'agent-1', type: 'AGENT', state: '-' },
        { id: customer.id, type: 'CUSTOMER', state: '-' },
        { id: 'agent-2', type: 'AGENT', state: '-' },
      ],
    })
  })

  it.each(['v1', 'v2'] as const)(
    'rejects an agent who already takes part, in %s [4.1 POST /participants/agents/, 4.2 POST /participants/agents/, 7 409]',
    async (version) => {
      const { id } = await service.scheduled()
      const before = await service.rowsOf(id)
      const response = await service[version]('POST', '/participants/agents', add(id, 'agent-1'))
      expect(response).toMatchObject({ status: 409, body: { code: 'AGENT_ALREADY_PARTICIPANT' } })
      expect(await service.rowsOf(id)).toEqual(before)
      expect(service.eventsAbout(id)).toEqual([])
    },
  )

  it('rejects an agent the application does not list [7 404]', async () => {
    const { id: applicationId } = await service.configured({ agentIds: ['agent-1', 'agent-2'] })
    const { id } = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
    expect(await service.v2('POST', '/participants/agents', add(id, 'agent-3'))).toMatchObject({
      status: 404,
      body: { code: 'AGENT_NOT_FOUND' },
    })
    expect((await service.rowsOf(id)).roster?.version).toBe(1)
    expect((await service.v2('POST', '/participants/agents', add(id, 'agent-2'))).status).toBe(200)
  })

  it('rejects an invalid agent id', async () => {
    const { id } = await service.scheduled()
    expect(await service.v2('POST', '/participants/agents', add(id, 'agent 2'))).toMatchObject({
      status: 400,
      body: { code: 'AGENT_ID_INVALID' },
    })
  })

  it('accepts at most fifty participants [8.5]', async () => {
    const agents = Array.from({ length: 49 }, (_, index) => `agent-${index}`)
    const { id } = await service.scheduled({ agents, customers: [aCustomerRecord()] })
    expect(await service.v2('POST', '/participants/agents', add(id, 'agent-x'))).toMatchObject({
      status: 400,
      body: { code: 'TOO_MANY_PARTICIPANTS' },
    })
    expect(service.eventsAbout(id)).toEqual([])
  })

  it('rejects cancelled and aborted appointments with the codes of each version', async () => {
    const { id, appointment } = await service.scheduled()
    await service.publish(
      eventOf('APCancelledEvent', later(appointment, { state: 'CANCELLED' }), { notify: true }),
    )
    expect(await service.v1('POST', '/participants/agents', add(id, 'agent-2'))).toMatchObject({
      status: 404,
      body: { code: 'APPOINTMENT_NOT_FOUND' },
    })
    expect(await service.v2('POST', '/participants/agents', add(id, 'agent-2'))).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', state: 'CANCELLED' },
    })

    const aborted = await service.scheduled()
    await service.publish(
      eventOf('APAbortedEvent', later(aborted.appointment, { state: 'ABORTED' }), {
        reason: 'ROOM_UNAVAILABLE',
      }),
    )
    expect(await service.v1('POST', '/participants/agents', add(aborted.id, 'agent-2'))).toMatchObject({
      status: 400,
      body: { code: 'SCHEDULE_STATE' },
    })
    expect(await service.v2('POST', '/participants/agents', add(aborted.id, 'agent-2'))).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', state: 'ABORTED' },
    })
    expect((await service.rowsOf(aborted.id)).roster?.version).toBe(1)
  })

  it('hides appointments of other organizations, and of other agents if the application restricts access', async () => {
    const { id } = await service.scheduled({ appointment: { organizationId: 'ours' } })
    const foreign = anAgent('agent-1', { organizationId: 'theirs' })
    expect(
      await service.v2('POST', '/participants/agents', { ...add(id, 'agent-2'), caller: foreign }),
    ).toMatchObject({ status: 404, body: { code: 'APPOINTMENT_NOT_FOUND' } })

    const { id: applicationId } = await service.configured({ agentAccess: 'ASSIGNED' })
    const assigned = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
    const other = { ...add(assigned.id, 'agent-2'), caller: anAgent('agent-2') }
    expect((await service.v2('POST', '/participants/agents', other)).status).toBe(404)
    const own = { ...add(assigned.id, 'agent-2'), caller: anAgent('agent-1') }
    expect((await service.v2('POST', '/participants/agents', own)).status).toBe(200)
  })

  it('rejects an unknown appointment with 404 and an invalid caller token with 401', async () => {
    expect(await service.v2('POST', '/participants/agents', add('nowhere', 'agent-2'))).toMatchObject({
      status: 404,
      body: { code: 'APPOINTMENT_NOT_FOUND' },
    })
    const response = await fetch(`${service.url}/api/v2/appointments/participants/agents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-internal-caller': 'nonsense' },
      body: JSON.stringify({ id: 'a', userId: 'b' }),
    })
    expect(response.status).toBe(401)
  })
})

describe('addAgent without double booking', () => {
  it('claims the time before it adds the agent, and does neither if it is taken', async () => {
    const { problem } = await import('@appointments/contracts')
    const claims: unknown[] = []
    const service = await runParticipants({
      claimSlot: (claim) => {
        claims.push(claim)
        return claim.agentIds.includes('busy') ? Promise.reject(problem('SLOT_TAKEN')) : Promise.resolve()
      },
    })
    try {
      const { id: applicationId } = await service.configured({ overlapPolicy: 'REJECT' })
      const { id } = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
      const path = '/participants/agents'
      expect(await service.v2('POST', path, { body: { id, userId: 'busy' } })).toMatchObject({
        status: 409,
        body: { code: 'SLOT_TAKEN' },
      })
      expect((await service.rowsOf(id)).roster?.version).toBe(1)
      expect((await service.v2('POST', path, { body: { id, userId: 'free' } })).status).toBe(200)
      expect((await service.v2('POST', path, { body: { id, userId: 'free' } })).status).toBe(409)
      expect(claims).toEqual([
        { appointmentId: id, agentIds: ['busy'], rosterVersion: 1 },
        { appointmentId: id, agentIds: ['free'], rosterVersion: 1 },
      ])
    } finally {
      await service.stop()
    }
  })

  it('claims again if the claim ended before the assignment was stored [H3]', async () => {
    const claims: number[] = []
    const service = await runParticipants({
      async claimSlot({ appointmentId, rosterVersion }) {
        claims.push(rosterVersion)
        if (claims.length > 1) return
        // the appointments service has waited too long and ends the claim
        const { body } = await service.internal('/appointments/assignments', {
          ids: [appointmentId],
          endClaimsOf: [appointmentId],
        })
        expect(body).toMatchObject([{ id: appointmentId, isRemoved: false, rosterVersion: 1 }])
      },
    })
    try {
      const { id: applicationId } = await service.configured({ overlapPolicy: 'REJECT' })
      const { id } = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
      const added = { body: { id, userId: 'agent-2' } }
      expect((await service.v2('POST', '/participants/agents', added)).status).toBe(200)
      expect(claims).toEqual([1, 1])
      const { body } = await service.internal('/appointments/assignments', { ids: [id], endClaimsOf: [] })
      expect(body).toMatchObject([
        {
          roster: {
            version: 2,
            participants: expect.arrayContaining([{ id: 'agent-2', type: 'AGENT' }]) as unknown,
          },
        },
      ])
    } finally {
      await service.stop()
    }
  })

  it('assigns no agent while the appointments service is unreachable', async () => {
    const service = await runParticipants()
    try {
      const { id: applicationId } = await service.configured({ overlapPolicy: 'REJECT' })
      const { id } = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
      expect(
        await service.v2('POST', '/participants/agents', { body: { id, userId: 'agent-2' } }),
      ).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
      expect((await service.rowsOf(id)).roster?.version).toBe(1)
    } finally {
      await service.stop()
    }
  })
})
