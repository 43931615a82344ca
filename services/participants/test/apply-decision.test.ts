import { newId } from '@appointments/runtime'
import { SYSTEM, type AppointmentSnapshot } from '@appointments/contracts'
import { newEvent } from '@appointments/outbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { later, NOW, eventOf, previousOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('APAssignmentDecidedEvent', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  const waiting = { assignment: { state: 'PENDING' as const, queueId: 'advice' } }
  const decided = (appointment: AppointmentSnapshot, more: { agentId?: string; against?: string }) => {
    const decisionId = newId()
    const { event } = newEvent('APAssignmentDecidedEvent', {
      subject: appointment.id,
      aggregateVersion: appointment.version,
      at: NOW,
      data: { appointment, actor: SYSTEM, decisionId, ...more },
    })
    return { event, decisionId }
  }

  it('makes the member the organizer, and publishes an event with the id of the decision', async () => {
    const { id, appointment, customer } = await service.scheduled({ agents: [], appointment: waiting })
    const { event, decisionId } = decided(later(appointment), { agentId: 'agent-5' })
    await service.publish(event, event)
    const { roster } = await service.rowsOf(id)
    expect(roster).toMatchObject({
      version: 2,
      organizerId: 'agent-5',
      participants: [
        { id: 'agent-5', type: 'AGENT' },
        { id: customer.id, type: 'CUSTOMER' },
      ],
    })
    expect(service.eventsAbout(id)).toMatchObject([
      { type: 'APReassignedEvent', data: { decisionId, roster, actor: SYSTEM } },
    ])
    expect(service.eventsAbout(id)[0]?.data).not.toHaveProperty('previousOrganizerId')
  })

  it('replaces the organizer that it was made against, and keeps other agents', async () => {
    const { id, appointment } = await service.scheduled({ agents: ['agent-1', 'agent-2'], customers: [] })
    const { event } = decided(later(appointment), { agentId: 'agent-5', against: 'agent-1' })
    await service.publish(event)
    expect((await service.rowsOf(id)).roster).toMatchObject({
      organizerId: 'agent-5',
      participants: [{ id: 'agent-5' }, { id: 'agent-2' }],
    })
    expect(service.eventsAbout(id)).toMatchObject([{ data: { previousOrganizerId: 'agent-1' } }])
  })

  it('publishes the roster if it clears the presence because the event of a move arrives later', async () => {
    const { id, appointment, customer } = await service.scheduled({ agents: [], appointment: waiting })
    await service.v2('PUT', `/${id}/participants/${customer.id}?state=WAITING`)
    const moved = later(appointment, { start: '2027-01-08T09:00:00Z', end: '2027-01-08T10:00:00Z' })
    const failed = later(moved, { assignment: { ...waiting.assignment, state: 'FAILED', reason: 'ABSENT' } })
    await service.publish(decided(failed, {}).event)
    await service.publish(eventOf('APRescheduledEvent', moved, previousOf(appointment)))
    const { roster } = await service.rowsOf(id)
    expect(roster).toMatchObject({ version: 3 })
    expect(service.eventsAbout(id).at(-1)).toMatchObject({ data: { roster } })
  })

  it('is declined if another organizer was assigned meanwhile', async () => {
    const { id, appointment } = await service.scheduled({ agents: [], appointment: waiting })
    await service.v2('PUT', '/reassign', { body: { id, userId: 'agent-3' } })
    const { event, decisionId } = decided(later(appointment), { agentId: 'agent-5' })
    await service.publish(event)
    const { roster } = await service.rowsOf(id)
    expect(roster).toMatchObject({ version: 2, organizerId: 'agent-3' })
    expect(service.eventsAbout(id).at(-1)).toMatchObject({
      type: 'APAssignmentDeclinedEvent',
      data: { appointmentId: id, decisionId, agentId: 'agent-5', reason: 'ROSTER_CHANGED', roster },
    })
  })

  it('publishes the roster to every service if it clears the presence and is declined', async () => {
    const { id, appointment, customer } = await service.scheduled({ agents: [], appointment: waiting })
    await service.v2('PUT', '/reassign', { body: { id, userId: 'agent-3' } })
    await service.v2('PUT', `/${id}/participants/${customer.id}?state=WAITING`)
    const moved = later(appointment, { start: '2027-01-08T09:00:00Z', end: '2027-01-08T10:00:00Z' })
    await service.publish(decided(later(moved), { agentId: 'agent-5' }).event)
    await service.publish(eventOf('APRescheduledEvent', moved, previousOf(appointment)))
    const { roster } = await service.rowsOf(id)
    const published = service.eventsAbout(id).filter(({ type }) => type !== 'APAssignmentDeclinedEvent')
    expect(published.at(-1)).toMatchObject({ type: 'APInteractionUpdatedEvent', data: { roster } })
  })

  it('is declined if the appointment has ended', async () => {
    const { id, appointment } = await service.scheduled({ agents: [], appointment: waiting })
    const cancelled = later(later(appointment), { state: 'CANCELLED' })
    await service.publish(eventOf('APCancelledEvent', cancelled, { notify: true }))
    await service.publish(decided(later(appointment), { agentId: 'agent-5' }).event)
    expect(service.eventsAbout(id).at(-1)).toMatchObject({ data: { reason: 'ENDED' } })
    expect((await service.rowsOf(id)).roster).not.toHaveProperty('organizerId')
  })

  it('is declined once the appointments service has ended the decision, and a later one is not', async () => {
    const { id, appointment } = await service.scheduled({ agents: [], appointment: waiting })
    const [first, second] = [later(appointment), later(later(appointment))]
    const asked = { ids: [id], endClaimsOf: [], endDecisions: [{ id, version: first.version }] }
    expect((await service.internal('/appointments/assignments', asked)).body).toMatchObject([
      { id, rosterVersion: 1 },
    ])
    await service.publish(decided(first, { agentId: 'agent-5' }).event)
    expect(service.eventsAbout(id)).toMatchObject([
      { type: 'APAssignmentDeclinedEvent', data: { reason: 'DECISION_ENDED' } },
    ])
    await service.publish(decided(second, { agentId: 'agent-6' }).event)
    expect((await service.rowsOf(id)).roster).toMatchObject({ organizerId: 'agent-6' })
  })

  it('updates the state of the assignment if no member was found', async () => {
    const { id, appointment } = await service.scheduled({ agents: [], appointment: waiting })
    const failed = later(appointment, {
      assignment: { ...waiting.assignment, state: 'FAILED', reason: 'ABSENT' },
    })
    await service.publish(decided(failed, {}).event)
    const { body } = await service.v2('PUT', `/${id}/interaction`, { body: { customFields: { a: 'b' } } })
    expect(body).toMatchObject({ assignment: { state: 'FAILED', queueId: 'advice', reason: 'ABSENT' } })
    expect(service.typesOf(id)).toEqual(['APInteractionUpdatedEvent'])
  })

  it('changes nothing for a removed appointment', async () => {
    const { id, appointment } = await service.scheduled({ agents: [], appointment: waiting })
    await service.publish(eventOf('APRemovedEvent', later(appointment), {}))
    await service.publish(decided(later(later(appointment)), { agentId: 'agent-5' }).event)
    expect(await service.rowsOf(id)).toMatchObject({ removed: true, roster: null })
  })
})
