import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentsEvent } from '@appointments/contracts'
import {
  anAgent,
  anApplication,
  anAppointment,
  aCustomerRecord,
  aRoster,
  later,
  NOW,
  previousOf,
  eventOf,
  applicationEvent,
} from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('events of the appointments service', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  const accept = (id: string) => service.v2('PUT', `/${id}/accept`, { caller: anAgent(), body: 'agent-1' })
  const interactionOf = async (id: string) => (await service.rowsOf(id)).roster?.interaction.state

  it('create an appointment with its roster, customers and tickets, without publishing an event', async () => {
    const ada = aCustomerRecord({ metadata: { tier: 'gold' } })
    const { id, appointment, roster } = await service.scheduled({ customers: [ada] })
    expect(await service.rowsOf(id)).toMatchObject({
      appointment,
      roster,
      customers: [{ record: ada, field_versions: {} }],
      tickets: [
        { kind: 'manage', version: 1 },
        { kind: 'room', version: 1 },
      ],
    })
    expect(service.eventsAbout(id)).toEqual([])
  })

  it('update the appointment shown in responses', async () => {
    const { id, appointment } = await service.scheduled()
    await service.publish(
      eventOf('APUpdatedEvent', later(appointment, { title: 'Mortgage' }), { changed: ['title'] }),
    )
    expect((await service.v2('PUT', `/${id}/participants/agent-1`)).body).toMatchObject({ title: 'Mortgage' })
    expect(service.eventsAbout(id)).toEqual([])
  })

  it('reset an accepted interaction when the appointment moves, with requested: false', async () => {
    const { id, appointment } = await service.scheduled()
    await accept(id)
    const moved = later(appointment, { start: '2027-01-07T11:00:00Z' })
    await service.publish(eventOf('APRescheduledEvent', moved, previousOf(appointment)))
    const { roster } = await service.rowsOf(id)
    expect(roster).toMatchObject({ version: 3, interaction: { state: 'PENDING', properties: {} } })
    expect(service.eventsAbout(id).at(-1)).toMatchObject({
      type: 'APInteractionUpdatedEvent',
      data: { requested: false, roster, actor: { id: 'agent-1' } },
    })
    expect((await accept(id)).status).toBe(200)
  })

  it('clear the presence of all participants when the appointment moves, so that they can join again', async () => {
    const { id, appointment } = await service.scheduled()
    const join = () => service.v2('PUT', `/${id}/participants/agent-1?state=JOINED`)
    await join()
    const moved = later(appointment, { start: '2027-01-07T11:00:00Z' })
    await service.publish(eventOf('APRescheduledEvent', moved, previousOf(appointment)))
    const { roster } = await service.rowsOf(id)
    expect(roster?.participants.map(({ state }) => state)).toEqual(roster?.participants.map(() => undefined))
    await join()
    expect(service.eventsAbout(id).at(-1)).toMatchObject({
      type: 'APParticipantStateChangedEvent',
      data: { participantId: 'agent-1', state: 'JOINED' },
    })
  })

  it('keep an interaction accepted after the move if the move arrives again', async () => {
    const { id, appointment } = await service.scheduled()
    const moved = later(appointment, { start: '2027-01-07T11:00:00Z' })
    await service.publish(eventOf('APRescheduledEvent', moved, previousOf(appointment)))
    await accept(id)
    await service.publish(eventOf('APRescheduledEvent', moved, previousOf(appointment)))
    expect(await interactionOf(id)).toBe('ACCEPTED')
  })

  it('complete an interaction with the outcome if it was accepted', async () => {
    const { id, appointment } = await service.scheduled()
    await accept(id)
    await service.publish(
      eventOf('APOutcomeEvent', later(appointment, { outcome: 'COMPLETED' }), { outcome: 'COMPLETED' }),
    )
    expect(await interactionOf(id)).toBe('COMPLETED')
    expect(service.typesOf(id)).toEqual(['APInteractionAcceptedEvent', 'APInteractionUpdatedEvent'])

    const untouched = await service.scheduled()
    for (const outcome of ['IN_PROGRESS', 'COMPLETED'] as const)
      await service.publish(eventOf('APOutcomeEvent', later(untouched.appointment, { outcome }), { outcome }))
    expect(await interactionOf(untouched.id)).toBe('PENDING')
    expect(service.eventsAbout(untouched.id)).toEqual([])
  })

  it('resume a completed interaction if the meeting continues, in any order of events [H5.13]', async () => {
    for (const isInOrder of [true, false]) {
      const { id, appointment } = await service.scheduled()
      await accept(id)
      const complete = later(appointment, { outcome: 'COMPLETED' })
      const resumed = later(complete, { outcome: 'IN_PROGRESS' })
      const events = [
        eventOf('APOutcomeEvent', complete, { outcome: 'COMPLETED' }),
        eventOf('APOutcomeEvent', resumed, { outcome: 'IN_PROGRESS' }),
      ]
      for (const event of isInOrder ? events : events.reverse()) await service.publish(event)
      expect((await service.rowsOf(id)).roster?.interaction).toMatchObject({
        state: 'ACCEPTED',
        properties: { acceptedBy: 'agent-1' },
      })
      await service.publish(
        eventOf('APOutcomeEvent', later(resumed, { outcome: 'COMPLETED' }), { outcome: 'COMPLETED' }),
      )
      expect(await interactionOf(id)).toBe('COMPLETED')
    }
  })

  it('resume a completed interaction as pending if another agent has taken over meanwhile', async () => {
    const { id, appointment } = await service.scheduled()
    await accept(id)
    const complete = later(appointment, { outcome: 'COMPLETED' })
    await service.publish(eventOf('APOutcomeEvent', complete, { outcome: 'COMPLETED' }))
    const body = { id, userId: 'agent-2' }
    expect((await service.v2('PUT', '/reassign', { body })).status).toBe(200)
    const resumed = later(complete, { outcome: 'IN_PROGRESS' })
    await service.publish(eventOf('APOutcomeEvent', resumed, { outcome: 'IN_PROGRESS' }))
    expect((await service.rowsOf(id)).roster?.interaction).toMatchObject({ state: 'PENDING', properties: {} })
    const response = await service.v2('PUT', `/${id}/accept`, {
      caller: anAgent('agent-2'),
      body: 'agent-2',
    })
    expect(response.status).toBe(200)
  })

  it('reopen a completed interaction if the appointment gets a new start, in any order of events', async () => {
    for (const isInOrder of [true, false]) {
      const { id, appointment } = await service.scheduled()
      await accept(id)
      const complete = later(appointment, { outcome: 'COMPLETED' })
      const { outcome: _, ...undecided } = complete
      const moved = later(undecided, { start: '2027-01-08T09:00:00Z', end: '2027-01-08T10:00:00Z' })
      const events = [
        eventOf('APOutcomeEvent', complete, { outcome: 'COMPLETED' }),
        eventOf('APRescheduledEvent', moved, previousOf(complete)),
      ]
      for (const event of isInOrder ? events : events.reverse()) await service.publish(event)
      expect((await service.rowsOf(id)).roster?.interaction).toMatchObject({
        state: 'PENDING',
        properties: {},
      })
      expect((await accept(id)).status).toBe(200)
    }
  })

  it('keep a completed interaction if only the end of the appointment changes', async () => {
    const { id, appointment } = await service.scheduled()
    await accept(id)
    const complete = later(appointment, { outcome: 'COMPLETED' })
    await service.publish(eventOf('APOutcomeEvent', complete, { outcome: 'COMPLETED' }))
    const longer = later(complete, { end: '2027-01-07T11:00:00Z', duration: 'PT2H' })
    await service.publish(eventOf('APRescheduledEvent', longer, previousOf(complete)))
    expect(await interactionOf(id)).toBe('COMPLETED')
  })

  it.each([
    ['APCancelledEvent', { notify: false }],
    ['APDeletedEvent', {}],
  ] as const)('cancel the interaction and revoke the tickets with %s', async (type, more) => {
    const { id, appointment } = await service.scheduled()
    await service.publish(eventOf(type, later(appointment, { state: 'CANCELLED', epoch: 2 }), more))
    const { roster, tickets, customers } = await service.rowsOf(id)
    expect(roster).toMatchObject({ version: 2, interaction: { state: 'CANCELLED' } })
    expect(tickets).toEqual([])
    expect(customers).toHaveLength(1)
    expect(service.eventsAbout(id)).toMatchObject([
      { type: 'APInteractionUpdatedEvent', data: { requested: false } },
    ])
  })

  it('keep the interaction and tickets of an aborted appointment', async () => {
    const { id, appointment } = await service.scheduled()
    await service.v2('PUT', `/${id}/failed`, { caller: anAgent() })
    await service.publish(
      eventOf('APAbortedEvent', later(appointment, { state: 'ABORTED' }), { reason: 'INTERACTION_FAILED' }),
    )
    expect(await interactionOf(id)).toBe('FAILED')
    expect((await service.rowsOf(id)).tickets).toHaveLength(2)
  })

  it('change a customer field by field, and publish the whole record', async () => {
    const ada = aCustomerRecord({ metadata: { tier: 'gold', note: 'x' } })
    const { id, appointment } = await service.scheduled({ customers: [ada] })
    const customer = {
      id: ada.id,
      lastName: 'Lovelace',
      metadata: { tier: 'silver', note: null, topic: 'loan' },
      clear: ['phone' as const],
    }
    await service.publish(eventOf('APUpdatedEvent', later(appointment), { changed: ['customer'], customer }))
    const record = {
      id: ada.id,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      metadata: { tier: 'silver', topic: 'loan' },
    }
    const rows = await service.rowsOf(id)
    expect(rows.customers.map((one) => one.record)).toEqual([record])
    expect(rows.roster?.participants).toContainEqual({ id: ada.id, type: 'CUSTOMER', has: ['email'] })
    expect(service.eventsAbout(id)).toMatchObject([
      {
        type: 'APParticipantUpdatedEvent',
        data: { customer: record, changed: ['customer'], roster: { version: 2 } },
      },
    ])
    expect(service.eventsAbout(id)[0]).toMatchObject({ data: { roster: rows.roster } })
  })

  it('mark an address as verified once staff write it, even unchanged [H1.4]', async () => {
    const ada = aCustomerRecord({ unproved: ['phone'] })
    const { id, appointment } = await service.scheduled({ customers: [ada] })
    expect((await service.rowsOf(id)).customers.map((one) => one.record)).toEqual([ada])
    const named = { id: ada.id, firstName: 'Augusta', clear: [] }
    const first = later(appointment)
    await service.publish(eventOf('APUpdatedEvent', first, { changed: ['customer'], customer: named }))
    expect(service.eventsAbout(id)).toMatchObject([{ data: { customer: { unproved: ['phone'] } } }])
    const vouchedFor = { id: ada.id, phone: ada.phone!, clear: [] }
    await service.publish(
      eventOf('APUpdatedEvent', later(first), { changed: ['customer'], customer: vouchedFor }),
    )
    const { unproved: _, ...record } = { ...ada, firstName: 'Augusta' }
    expect((await service.rowsOf(id)).customers.map((one) => one.record)).toEqual([record])
    expect(service.eventsAbout(id)[1]).toMatchObject({ data: { customer: record } })
  })

  it('ignore changes of a customer who no longer takes part', async () => {
    const { id, appointment, customer } = await service.scheduled()
    await service.v2('DELETE', `/${id}/participants/${customer.id}`)
    const change = { id: customer.id, email: 'new@example.com', clear: [] }
    await service.publish(
      eventOf('APUpdatedEvent', later(appointment), { changed: ['customer'], customer: change }),
    )
    expect((await service.rowsOf(id)).customers).toEqual([])
    expect(service.typesOf(id)).toEqual(['APParticipantRemovedEvent'])
  })

  it('are confirmed only after their follow-up events were applied', async () => {
    const { id, appointment } = await service.scheduled()
    await accept(id)
    const order: string[] = []
    service.followWith((event) => Promise.resolve(void order.push(event.type)))
    const moved = later(appointment, { start: '2027-01-07T11:00:00Z' })
    await service.publish(eventOf('APRescheduledEvent', moved, previousOf(appointment)))
    order.push('applied')
    service.followWith(() => Promise.resolve())
    expect(order).toEqual(['APInteractionUpdatedEvent', 'applied'])
  })

  it('wait for an appointment that has not arrived yet', async () => {
    const appointment = anAppointment()
    const ada = aCustomerRecord()
    const early = service.publish(
      eventOf('APUpdatedEvent', later(appointment, { title: 'Early' }), { changed: ['title'] }),
    )
    await service.publish(
      eventOf('APScheduledEvent', appointment, { roster: aRoster({ customers: [ada] }), customers: [ada] }),
    )
    await early
    expect((await service.rowsOf(appointment.id)).appointment).toMatchObject({ version: 2, title: 'Early' })
  })

  it('wait for the settings an appointment refers to, and keep the newest', async () => {
    const application = anApplication({ version: 3, agentIds: ['agent-1'] })
    const appointment = anAppointment({ applicationId: application.id, applicationVersion: 3 })
    const early = service.publish(
      eventOf('APScheduledEvent', appointment, { roster: aRoster(), customers: [] }),
    )
    await service.publish(applicationEvent({ ...application, version: 2, agentIds: ['agent-2'] }))
    await service.scheduled()
    expect((await service.rowsOf(appointment.id)).appointment).toBeNull()
    await service.publish(applicationEvent(application))
    await early
    await service.publish(applicationEvent({ ...application, version: 2, agentIds: ['agent-2'] }))
    const add = (userId: string) =>
      service.v2('POST', '/participants/agents', { body: { id: appointment.id, userId } })
    expect((await add('agent-2')).status).toBe(404)
  })

  it('change nothing when they all arrive twice', async () => {
    const { id, appointment, roster, customers, customer } = await service.scheduled()
    await accept(id)
    const updated = later(appointment, { title: 'Mortgage' })
    const moved = later(updated, { start: '2027-01-07T11:00:00Z', manageVersions: { [customer.id]: 2 } })
    const room = {
      url: 'https://rooms.example/x',
      expires: '2027-01-07T18:00:00Z',
      activatedAt: NOW.toISOString(),
    }
    const activated = later(moved, { state: 'ACTIVATED', room })
    const finished = later(activated, { outcome: 'COMPLETED' })
    const cancelled = later(finished, { state: 'CANCELLED' })
    const patch = { id: customer.id, firstName: 'Augusta', metadata: { a: 1 }, clear: ['phone' as const] }
    const all = (): AppointmentsEvent[] => [
      eventOf('APScheduledEvent', appointment, { roster, customers }),
      eventOf('APUpdatedEvent', updated, { changed: ['title', 'customer'], customer: patch }),
      eventOf('APRescheduledEvent', moved, previousOf(updated)),
      eventOf('APActivatedEvent', activated, { explicit: true }),
      eventOf('APOutcomeEvent', finished, { outcome: 'COMPLETED' }),
      eventOf('APCancelledEvent', cancelled, { notify: true }),
    ]
    const once = all()
    await service.publish(...once)
    const [rows, published] = [await service.rowsOf(id), service.eventsAbout(id).length]
    // the same events, and the same facts under other ids, as in a replay that outlives the inbox
    await service.publish(...once, ...all())
    expect(await service.rowsOf(id)).toEqual(rows)
    expect(service.eventsAbout(id)).toHaveLength(published)
  })
})
