import { defaultAvailabilitySettings, problem, type AvailabilitySettings } from '@appointments/contracts'
import { newEvent } from '@appointments/outbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClaimMember } from '../src/use-cases/deps.ts'
import { anAgent, eventOf, later, NOW, previousOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

type Claim = Parameters<ClaimMember>[0]

let service: RunningParticipants
const claims: Claim[] = []
const slots: unknown[] = []
let respond: ClaimMember
const chosen = (agentId: string, more: object = {}) => {
  respond = () => Promise.resolve({ agentId, warnings: [], ...more })
}

beforeAll(async () => {
  service = await runParticipants({
    claimSlot: (claim) => Promise.resolve(void slots.push(claim)),
    claimMember: (claim) => {
      claims.push(claim)
      return respond(claim)
    },
  })
})
afterAll(() => service.stop())
beforeEach(() => {
  claims.length = 0
  slots.length = 0
  chosen('agent-5')
})

const offering = async (applicationId: string, settings: Partial<AvailabilitySettings>, version = 1) => {
  const { event } = newEvent('APAvailabilitySettingsChangedEvent', {
    subject: applicationId,
    aggregateVersion: version,
    at: NOW,
    data: { settings: { ...defaultAvailabilitySettings, ...settings, applicationId, version } },
  })
  await service.publish(event)
}
/** An appointment of an application whose calendar binds assignments in some way. */
const scheduled = async (settings: Partial<AvailabilitySettings> = {}) => {
  const { id: applicationId } = await service.configured({ agentReassignmentEnabled: true })
  await offering(applicationId, settings)
  return service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
}
const reassign = (body: object, caller = anAgent('lead', { roles: ['ROLE_SUPERVISOR'] })) =>
  service.v2('PUT', '/reassign', { body, caller })
const add = (body: object) => service.v2('POST', '/participants/agents', { body })

describe('a reassignment to a queue', () => {
  it('assigns the member that the appointments service has chosen, and records the queue', async () => {
    const { id, customer } = await scheduled()
    const response = await reassign({ id, queueId: 'advice' })
    expect(response).toMatchObject({
      status: 200,
      body: {
        organizer: { id: 'agent-5' },
        participants: [{ id: 'agent-5' }, { id: customer.id }],
        targetAssignment: { type: 'QUEUE', id: 'advice' },
        assignment: { state: 'ASSIGNED', queueId: 'advice' },
      },
    })
    expect(claims).toEqual([
      { appointmentId: id, rosterVersion: 1, purpose: 'REASSIGN', followsPolicy: true, queueId: 'advice' },
    ])
    expect((await service.rowsOf(id)).roster).toMatchObject({ target: { type: 'QUEUE', id: 'advice' } })
    const byAgent = await reassign({ id, userId: 'agent-6' })
    expect(byAgent.body).toMatchObject({ targetAssignment: { type: 'AGENT', id: 'agent-6' } })
    expect(byAgent.body).not.toHaveProperty('assignment')
  })

  it('shows no target on v1, and rejects a queue there', async () => {
    const { id } = await scheduled()
    await reassign({ id, queueId: 'advice' })
    const { body } = await service.v1('PUT', '/reassign', { body: { id, userId: 'agent-7' } })
    expect(body).not.toHaveProperty('targetAssignment')
    expect(body).not.toHaveProperty('assignment')
    expect(await service.v1('PUT', '/reassign', { body: { id, queueId: 'advice' } })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    })
  })

  it('names exactly one of agent and queue', async () => {
    const { id } = await scheduled()
    for (const [body, pointer] of [
      [{ id }, '/userId'],
      [{ id, userId: 'agent-2', queueId: 'advice' }, '/queueId'],
      [{ id, queueId: 'No queue' }, '/queueId'],
      [{ id, userId: 'agent-2', override: 'ALL' }, '/override'],
    ] as const)
      expect(await reassign(body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } })
    expect(claims).toEqual([])
    expect((await service.rowsOf(id)).roster?.version).toBe(1)
  })

  it('changes nothing if no member is free, the queue is unknown, or the choice cannot be made', async () => {
    const { id } = await scheduled()
    for (const code of ['SLOT_TAKEN', 'QUEUE_NOT_FOUND', 'UNAVAILABLE'] as const) {
      respond = () => Promise.reject(problem(code))
      expect((await reassign({ id, queueId: 'advice' })).body.code).toBe(code)
    }
    expect((await service.rowsOf(id)).roster?.version).toBe(1)
    expect(service.eventsAbout(id)).toEqual([])
  })

  it('chooses again if the roster changes between the choice and the assignment', async () => {
    const { id: applicationId } = await service.configured({ overlapPolicy: 'REJECT' })
    const { id } = await service.scheduled({ appointment: { applicationId, applicationVersion: 2 } })
    respond = async ({ rosterVersion }) => {
      if (rosterVersion === 1) await service.v2('PUT', `/${id}/participants/agent-1?state=WAITING`)
      return { agentId: `chosen-for-${rosterVersion}`, warnings: [] }
    }
    expect((await reassign({ id, queueId: 'advice' })).body.organizer).toMatchObject({ id: 'chosen-for-2' })
  })
})

describe('an assignment under a policy', () => {
  it.each(['WARN', 'ENFORCE'] as const)(
    'is decided first under %s, whatever the overlap policy',
    async (availabilityPolicy) => {
      const { id } = await scheduled({ availabilityPolicy })
      const warnings = [{ code: 'CLOSED', detail: 'The calendar does not offer this time.' }]
      chosen('agent-2', { warnings })
      expect(await reassign({ id, userId: 'agent-2' })).toMatchObject({ status: 200, body: { warnings } })
      chosen('agent-3', { warnings })
      expect(await add({ id, userId: 'agent-3' })).toMatchObject({
        status: 200,
        body: { id: 'agent-3', warnings },
      })
      expect(claims).toMatchObject([
        { purpose: 'REASSIGN', agentId: 'agent-2', followsPolicy: true },
        { purpose: 'JOIN', agentId: 'agent-3', followsPolicy: true },
      ])
    },
  )

  it('is rejected with the reasons, and changes nothing', async () => {
    const { id } = await scheduled({ availabilityPolicy: 'ENFORCE' })
    respond = () => Promise.reject(problem('OUTSIDE_AVAILABILITY', { extensions: { reasons: ['ABSENT'] } }))
    const rejected = { status: 409, body: { code: 'OUTSIDE_AVAILABILITY', reasons: ['ABSENT'] } }
    expect(await reassign({ id, userId: 'agent-2' })).toMatchObject(rejected)
    expect(await add({ id, userId: 'agent-2' })).toMatchObject(rejected)
    expect((await service.rowsOf(id)).roster?.version).toBe(1)
  })

  it('is decided again if the appointment moves between the decision and the assignment', async () => {
    const { id, appointment } = await scheduled({ availabilityPolicy: 'ENFORCE' })
    const moved = later(appointment, { start: '2027-01-08T20:00:00Z', end: '2027-01-08T21:00:00Z' })
    respond = async () => {
      if (claims.length > 1) throw problem('OUTSIDE_AVAILABILITY', { extensions: { reasons: ['CLOSED'] } })
      await service.publish(eventOf('APRescheduledEvent', moved, previousOf(appointment)))
      return { agentId: 'agent-2', warnings: [] }
    }
    expect(await add({ id, userId: 'agent-2' })).toMatchObject({
      status: 409,
      body: { code: 'OUTSIDE_AVAILABILITY', reasons: ['CLOSED'] },
    })
    expect((await service.rowsOf(id)).roster?.version).toBe(1)
  })

  it('claims nothing if the policy is OFF, or on v1 unless the policy applies to v1', async () => {
    const off = await scheduled()
    expect((await reassign({ id: off.id, userId: 'agent-2' })).status).toBe(200)
    const enforced = await scheduled({ availabilityPolicy: 'ENFORCE' })
    const onV1 = (id: string) => service.v1('PUT', '/reassign', { body: { id, userId: 'agent-2' } })
    expect((await onV1(enforced.id)).status).toBe(200)
    expect([claims, slots]).toEqual([[], []])
    const bound = await scheduled({ availabilityPolicy: 'ENFORCE', appliesToV1: true })
    await onV1(bound.id)
    expect(claims).toMatchObject([{ agentId: 'agent-2', followsPolicy: false }])
  })

  it('is overridden only by permitted roles, and publishes the overridden reasons', async () => {
    const { id } = await scheduled({ availabilityPolicy: 'ENFORCE' })
    const override = 'CALENDAR'
    expect(await reassign({ id, userId: 'agent-2', override }, anAgent())).toMatchObject({
      status: 403,
      body: {
        code: 'OVERRIDE_NOT_ALLOWED',
        detail: expect.stringMatching(/^Only ROLE_SUPERVISOR may override .* overrideRoles /) as string,
      },
    })
    expect(claims).toEqual([])
    chosen('agent-2', { overridden: ['CLOSED'] })
    expect((await reassign({ id, userId: 'agent-2', override })).status).toBe(200)
    chosen('agent-3', { overridden: ['ABSENT'] })
    expect((await add({ id, userId: 'agent-3', override: 'OVERLAP' })).status).toBe(200)
    expect(claims).toMatchObject([{ override: 'CALENDAR' }, { override: 'OVERLAP' }])
    expect(service.eventsAbout(id)).toMatchObject([
      { type: 'APReassignedEvent', data: { overridden: ['CLOSED'] } },
      { type: 'APParticipantAddedEvent', data: { overridden: ['ABSENT'] } },
    ])
  })

  it('follows the newest settings, whatever the order of their events', async () => {
    const { id, appointment } = await scheduled({ availabilityPolicy: 'OFF' })
    await offering(appointment.applicationId, { availabilityPolicy: 'WARN' }, 3)
    await offering(appointment.applicationId, { availabilityPolicy: 'OFF' }, 2)
    await reassign({ id, userId: 'agent-2' })
    expect(claims).toHaveLength(1)
  })
})
