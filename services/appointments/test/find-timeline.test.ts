import { describe, expect, it } from 'vitest'
import type { TimelineEntry } from '@appointments/contracts'
import {
  aCustomer,
  agent,
  anonymous,
  appointmentsService,
  customerOf,
  machine,
  managing,
  of,
  rejection,
  supervisor,
  V2,
} from './harness.ts'
import type { Caller } from '@appointments/contracts'

const service = appointmentsService()
const agent8: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-8' }

interface Page {
  content: TimelineEntry[]
  nextCursor?: string
}

const timeline = async (id: string, parameters = '', caller: Caller = supervisor): Promise<Page> => {
  const { status, body } = await service.call(caller, 'GET', `${V2}/${id}/timeline?${parameters}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Page
}

const target = (id: string) => ({ targetAssignment: { id, type: 'AGENT' } })

describe('the timeline of an appointment', () => {
  it('shows each change once and with its author if the roster was read before its events arrived', async () => {
    const applicationId = 'app-read-ahead'
    await service.configured(applicationId, { overlapPolicy: 'REJECT' })
    const [{ id }, other] = [
      await service.scheduled({ applicationId, ...target('ahead-1') }),
      await service.scheduled({ applicationId, ...target('ahead-4') }),
    ]
    const before = await service.rosterOf(id)
    const rosterFor = (version: number, organizerId: string) => ({
      ...before,
      ...{ version, organizerId, participants: [{ id: organizerId, type: 'AGENT' as const }] },
    })
    const rosters = [rosterFor(2, 'ahead-2'), rosterFor(3, 'ahead-3')]
    const claim = (appointmentId: string) =>
      service.call(anonymous, 'POST', '/internal/slots/claim', {
        appointmentId,
        agentIds: ['ahead-3'],
        rosterVersion: 1,
      })
    const { participants } = service.others
    service.setNow('2026-12-01T12:00:00Z')
    await claim(id)
    try {
      service.setNow('2026-12-01T13:00:00Z')
      service.others.participants = (ids) =>
        ids.map((one) => ({ ...service.everything(one), rosterVersion: 3, roster: rosters[1] }))
      // asks the participants service about the claim
      expect(rejection(await claim(other.id))).toEqual({ status: 409, code: 'SLOT_TAKEN' })
    } finally {
      service.others.participants = participants
    }
    expect((await service.read(id)).organizer?.id).toBe('ahead-3')
    const actor = { id: 'supervisor-1', role: 'ROLE_SUPERVISOR' }
    for (const roster of rosters)
      await service.publish('APReassignedEvent', id, roster.version, { appointmentId: id, actor, roster })

    const { content } = await timeline(id)

    const moved = (from: string, to: string) => ({
      type: 'APReassignedEvent',
      actor,
      changed: [
        { name: 'organizer', from: [{ id: from }], to: [{ id: to }] },
        { name: 'agents', from: [{ id: from }], to: [{ id: to }] },
      ],
    })
    expect(content).toMatchObject([
      moved('ahead-2', 'ahead-3'),
      moved('ahead-1', 'ahead-2'),
      { type: 'APScheduledEvent' },
    ])
  })

  it('shows every change, newest first, with its author and the values before and after', async () => {
    const customers = [aCustomer()]
    const booked = await service.scheduled({ ...target('agent-7'), customers, title: 'Loan' }, agent)
    const { id } = booked
    await service.call(supervisor, 'PUT', V2, { id, title: 'Mortgage' })
    const start = '2027-01-09T13:00:00Z'
    const customer = managing(id, customerOf(booked))
    expect((await service.call(customer, 'PUT', `${V2}/reschedule`, { id, start })).status).toBe(200)
    await service.call(supervisor, 'PUT', `${V2}/${id}/cancel`, { reason: 'The customer is ill' })

    const { content, nextCursor } = await timeline(id)

    expect(nextCursor).toBeUndefined()
    expect(content.map(({ type }) => type)).toEqual([
      'APCancelledEvent',
      'APRescheduledEvent',
      'APUpdatedEvent',
      'APScheduledEvent',
    ])
    const [cancelled, moved, updated, scheduled] = content
    expect(cancelled).toMatchObject({
      actor: { id: 'supervisor-1', role: 'ROLE_SUPERVISOR', via: 'API' },
      reason: 'The customer is ill',
      changed: [{ name: 'state', from: 'SCHEDULED', to: 'CANCELLED' }],
    })
    expect(moved).toMatchObject({
      actor: { id: customerOf(booked), role: 'ROLE_CUSTOMER', via: 'MANAGE_LINK' },
      changed: [
        { name: 'start', from: '2027-01-09T09:00:00Z', to: start },
        { name: 'end', from: '2027-01-09T09:30:00Z', to: '2027-01-09T13:30:00Z' },
      ],
    })
    expect(updated).toMatchObject({ changed: [{ name: 'title' }] })
    expect(updated?.changed[0]).toEqual({ name: 'title' })
    expect(scheduled).toMatchObject({
      actor: { id: 'agent-7', role: 'ROLE_AGENT', via: 'API' },
      version: 2,
    })
    expect(scheduled?.changed).toContainEqual({ name: 'agents', from: [], to: [{ id: 'agent-7' }] })
    expect(new Set(content.map((entry) => entry.id)).size).toBe(4)
  })

  it('shows changes of participants, with the current names of agents', async () => {
    const customers = [aCustomer()]
    const booked = await service.scheduled({ ...target('agent-7'), customers }, machine)
    const { id } = booked
    await service.publish('APAgentChangedEvent', 'agent-8', 1, {
      organizationId: '',
      id: 'agent-8',
      version: 1,
      displayName: 'Max Weber',
      active: true,
      removed: false,
    })
    const roster = await service.rosterOf(id)
    const reassigned = {
      ...roster,
      version: 2,
      organizerId: 'agent-8',
      participants: [
        { id: 'agent-8', type: 'AGENT' as const },
        ...roster.participants.filter(({ type }) => type === 'CUSTOMER'),
      ],
    }
    await service.publish('APReassignedEvent', id, 2, {
      appointmentId: id,
      roster: reassigned,
      actor: { id: 'agent-8', role: 'ROLE_AGENT' },
      previousOrganizerId: 'agent-7',
    })
    await service.publish('APParticipantStateChangedEvent', id, 3, {
      appointmentId: id,
      roster: {
        ...reassigned,
        version: 3,
        participants: reassigned.participants.map((one) =>
          one.type === 'CUSTOMER' ? { ...one, state: 'WAITING' as const } : one,
        ),
      },
      actor: { id: customerOf(booked), role: 'ROLE_CUSTOMER', via: 'ROOM_LINK' },
      participantId: customerOf(booked),
      state: 'WAITING',
    })

    const [waiting, moved] = (await timeline(id)).content

    expect(moved).toMatchObject({
      type: 'APReassignedEvent',
      version: 3,
      actor: { id: 'agent-8', displayName: 'Max Weber' },
      changed: [
        { name: 'organizer', from: [{ id: 'agent-7' }], to: [{ id: 'agent-8', displayName: 'Max Weber' }] },
        { name: 'agents', from: [{ id: 'agent-7' }], to: [{ id: 'agent-8', displayName: 'Max Weber' }] },
      ],
    })
    expect(waiting).toMatchObject({
      type: 'APParticipantStateChangedEvent',
      actor: { via: 'ROOM_LINK' },
      changed: [{ name: 'presence', participantId: customerOf(booked), to: 'WAITING' }],
    })
  })

  it('shows a change that arrives late, without values that can no longer be compared', async () => {
    const booked = await service.scheduled({ ...target('agent-7'), customers: [aCustomer()] }, machine)
    const { id } = booked
    const roster = await service.rosterOf(id)
    await service.publishRoster(id, 3, {})
    await service.publish('APParticipantStateChangedEvent', id, 2, {
      appointmentId: id,
      roster: { ...roster, version: 2 },
      actor: {},
      participantId: customerOf(booked),
      state: 'LEFT',
    })
    const [late] = (await timeline(id)).content
    expect(late).toMatchObject({
      type: 'APParticipantStateChangedEvent',
      changed: [{ name: 'presence', participantId: customerOf(booked), to: 'LEFT' }],
    })
  })

  it('comes in pages whose cursor is valid only for this appointment', async () => {
    const { id } = await service.scheduled()
    for (const title of ['a', 'b', 'c', 'd']) await service.call(supervisor, 'PUT', V2, { id, title })
    const whole = (await timeline(id)).content.map((entry) => entry.id)
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await timeline(id, `limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`)
      found.push(...page.content.map((entry) => entry.id))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(found).toEqual(whole)
    expect(whole).toHaveLength(5)

    const { nextCursor = '' } = await timeline(id, 'limit=1')
    const other = await service.scheduled()
    for (const wrong of [nextCursor, 'nonsense'])
      expect(
        rejection(await service.call(supervisor, 'GET', `${V2}/${other.id}/timeline?cursor=${wrong}`)),
      ).toEqual({ status: 400, code: 'CURSOR_INVALID' })
  })

  it('is visible to those who may read the appointment', async () => {
    await service.configured('app-assigned', { agentAccess: 'ASSIGNED' })
    const { id } = await service.scheduled({ applicationId: 'app-assigned', ...target('agent-7') }, machine)
    const seen = (caller: Caller) => service.call(caller, 'GET', `${V2}/${id}/timeline`)
    expect((await seen(agent)).status).toBe(200)
    for (const caller of [agent8, of('org-2', supervisor)])
      expect(rejection(await seen(caller))).toEqual({ status: 404, code: 'APPOINTMENT_NOT_FOUND' })
  })

  it('stays complete, however old it is, while the notices of removals expire', async () => {
    const [kept, removed] = [await service.scheduled({}), await service.scheduled({})]
    await service.call(supervisor, 'PUT', `${V2}/${kept.id}/cancel`, {})
    const before = await timeline(kept.id)
    expect(before.content).toHaveLength(2)
    await service.call(supervisor, 'DELETE', `${V2}/${removed.id}`)
    await service.purgeChanges(new Date('2036-12-01T12:00:00Z'))
    expect(await timeline(kept.id)).toEqual(before)
    const ofRemoved = 'SELECT FROM appointment_changes WHERE appointment_id = $1'
    expect(await service.query(ofRemoved, [removed.id])).toEqual([])
  })

  it('is erased with the appointment', async () => {
    const { id } = await service.scheduled({ customers: [aCustomer()] })
    await service.call(supervisor, 'PUT', `${V2}/${id}/cancel`, { reason: 'Ada Lovelace is ill' })
    await service.call(supervisor, 'DELETE', `${V2}/${id}`)
    expect(rejection(await service.call(supervisor, 'GET', `${V2}/${id}/timeline`)).status).toBe(404)
    const rows = await service.query(
      'SELECT type, changed, reason FROM appointment_changes WHERE appointment_id = $1',
      [id],
    )
    expect(rows).toEqual([{ type: 'APRemovedEvent', changed: [], reason: null }])
  })
})
