import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentsEvent, AppointmentSnapshot, Place, WebhookPayload } from '@appointments/contracts'
import { tickets } from '@appointments/credentials'
import {
  activated,
  anApplication,
  aCustomer,
  aRoster,
  cancelled,
  HOUR_MS,
  moved,
  next,
  participantOf,
  scheduled,
  eventOf,
} from './builders.ts'
import { DATA_SECRET, PUBLIC_URL, runNotifications, summary, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

const links = tickets(DATA_SECRET, PUBLIC_URL)
const mails = (address: string | undefined) =>
  service.smtp.messages().filter(({ to }) => to.includes(address!))
const lastMail = (address: string | undefined) => mails(address).at(-1)!
const inviteOf = (address: string | undefined) =>
  lastMail(address).attachments.find(({ mimeType }) => mimeType === 'text/calendar')!

async function booked(application = anApplication(), parts: Parameters<typeof scheduled>[1] = {}) {
  await service.know(application)
  const made = scheduled(application, parts)
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return made
}

describe('an appointment that moves', () => {
  it('informs the customer of the new time with a new link, and moves the planned messages [4.1.7, 6.2]', async () => {
    const { appointment, customer } = await booked()
    const { later, event } = moved({ ...appointment, manageVersions: { [customer.id]: 2 } }, 1)
    await service.publish(event)

    expect(summary(await service.quiet(appointment.id))).toEqual([
      'CREATE EMAIL DELIVERED',
      'REMINDER EMAIL CANCELLED',
      'REMINDER EMAIL INITIALIZED',
      'REMINDER SMS CANCELLED',
      'REMINDER SMS INITIALIZED',
      'RESCHEDULE EMAIL DELIVERED',
      'RESCHEDULE SMS PENDING',
    ])
    const reminders = (await service.rowsOf(appointment.id)).filter(
      ({ type, channel }) => type === 'REMINDER' && channel === 'EMAIL',
    )
    expect(reminders.map(({ scheduled_for }) => scheduled_for?.toISOString())).toEqual([
      '2027-01-06T09:00:00.000Z',
      '2027-01-07T09:00:00.000Z',
    ])
    expect(await service.storyOf(reminders[0]!.id)).toEqual(['created', 'cancelled rescheduled'])
    const mail = lastMail(customer.email)
    expect(mail.text).toMatch(/When: Friday,? 8 January 2027/)
    expect(mail.text).toMatch(/Before: Thursday,? 7 January 2027/)
    expect(mail.text).toContain(links.manageLink(customer.id, 2))
    expect(mail.text).not.toContain(links.manageLink(customer.id, 1))
    expect(inviteOf(customer.email).content).toContain('SEQUENCE:1')
    expect(inviteOf(customer.email).content).toContain('DTSTART:20270108T090000Z')
    expect(later.version).toBe(2)
  })

  it('moves the planned messages even if the event arrives late', async () => {
    const { appointment } = await booked()
    const { later, event } = moved(appointment, 1)
    const renamed = next(later, { title: 'Another title' })
    await service.publish(eventOf('APUpdatedEvent', { appointment: renamed, changed: ['title'] }), event)
    const rows = await service.quiet(appointment.id)
    const open = rows.filter(({ status }) => status === 'INITIALIZED')
    expect(open.map(({ scheduled_for }) => scheduled_for?.toISOString()).sort()).toEqual([
      '2027-01-07T09:00:00.000Z',
      '2027-01-08T08:00:00.000Z',
    ])
    expect(rows.filter(({ type }) => type === 'RESCHEDULE')).not.toEqual([])
  })

  it('sends nothing to customers if its times stay the same', async () => {
    const { appointment, customer } = await booked()
    const { receiver } = await service.listen(appointment.applicationId)
    const { start, end, duration, timezone } = appointment
    const translated = next(appointment, { start: new Date(start).toISOString(), locale: 'de-DE' })
    await service.publish(
      eventOf('APRescheduledEvent', {
        appointment: translated,
        previous: { start, end, duration, timezone },
      }),
    )
    expect(summary(await service.quiet(appointment.id))).toEqual([
      'CREATE EMAIL DELIVERED',
      'REMINDER EMAIL INITIALIZED',
      'REMINDER SMS INITIALIZED',
      'RESCHEDULE WEBHOOKS DELIVERED',
    ])
    expect(mails(customer.email)).toHaveLength(1)
    expect(receiver.deliveries().map(({ body }) => JSON.parse(body) as WebhookPayload)).toMatchObject([
      { type: 'appointment.rescheduled', data: { appointment: { locale: 'de-DE' } } },
    ])
  })
})

describe('changed details of an appointment', () => {
  it('inform the customer of a new title and raise the sequence of the invite [6.2]', async () => {
    const { appointment, customer } = await booked()
    const renamed = next(appointment, { title: 'Signing', notes: 'Bring a pen' })
    await service.publish(eventOf('APUpdatedEvent', { appointment: renamed, changed: ['title', 'notes'] }))
    await service.quiet(appointment.id)
    expect(lastMail(customer.email).text).toContain('Subject: Signing')
    expect(inviteOf(customer.email).content).toContain('SEQUENCE:1')
    expect(inviteOf(customer.email).content).toContain('SUMMARY:Signing')
  })

  it('send nothing about fields that customers do not see', async () => {
    const { appointment, customer } = await booked()
    const changed = next(appointment, { metadata: { branch: 'north' } })
    await service.publish(eventOf('APUpdatedEvent', { appointment: changed, changed: ['metadata'] }))
    await service.quiet(appointment.id)
    expect(mails(customer.email)).toHaveLength(1)
    expect((await service.rowsOf(appointment.id)).filter(({ type }) => type === 'UPDATE')).toEqual([])
  })
})

describe('an update of a customer', () => {
  /** Both events of an update, in both orders, each also delivered again. */
  const orders = [
    [
      'APUpdatedEvent',
      (update: AppointmentsEvent, result: AppointmentsEvent) => [update, update, result, result],
    ],
    [
      'APParticipantUpdatedEvent',
      (update: AppointmentsEvent, result: AppointmentsEvent) => [result, result, update, update],
    ],
  ] as const

  async function bookedFor(customer = aCustomer()) {
    const made = await booked(anApplication(), { customers: [customer] })
    const { receiver } = await service.listen(made.appointment.applicationId, { includeContact: true })
    const address = `new-${customer.id}@example.com`
    /** The events of an update that gives the customer this address. */
    const update = (changes: Partial<AppointmentSnapshot>) => {
      const changed = [...Object.keys(changes), 'customer']
      const patch = { id: customer.id, email: address, clear: [] }
      const { id: appointmentId } = made.appointment
      const roster = { ...made.roster, version: 2 }
      return [
        eventOf('APUpdatedEvent', { appointment: next(made.appointment, changes), changed, customer: patch }),
        eventOf('APParticipantUpdatedEvent', {
          appointmentId,
          roster,
          customer: { ...customer, email: address },
          changed,
        }),
      ] as const
    }
    const rows = async () => summary(await service.quiet(made.appointment.id))
    const webhooks = () => receiver.deliveries().map(({ body }) => JSON.parse(body) as WebhookPayload)
    return { ...made, customer, address, update, rows, webhooks }
  }

  it.each(orders)(
    'is reported to webhooks once, with the new data, if %s arrives first',
    async (_, inOrder) => {
      const { update, rows, webhooks, customer, address } = await bookedFor()
      await service.publish(...inOrder(...update({})))
      expect(await rows()).toEqual([
        'CREATE EMAIL DELIVERED',
        'REMINDER EMAIL INITIALIZED',
        'REMINDER SMS INITIALIZED',
        'UPDATE WEBHOOKS DELIVERED',
      ])
      expect(webhooks()).toMatchObject([
        { type: 'appointment.updated', data: { contacts: [{ id: customer.id, email: address }] } },
      ])
      expect(mails(customer.email)).toHaveLength(1)
      expect(mails(address)).toEqual([])
    },
  )

  it.each(orders)(
    'is announced with the new title at the new address, if %s arrives first',
    async (_, inOrder) => {
      const { update, rows, webhooks, customer, address } = await bookedFor()
      await service.publish(...inOrder(...update({ title: 'Signing' })))
      expect(await rows()).toEqual([
        'CREATE EMAIL DELIVERED',
        'REMINDER EMAIL INITIALIZED',
        'REMINDER SMS INITIALIZED',
        'UPDATE EMAIL DELIVERED',
        'UPDATE WEBHOOKS DELIVERED',
      ])
      expect(webhooks()).toMatchObject([
        { data: { appointment: { title: 'Signing' }, contacts: [{ email: address }] } },
      ])
      expect(mails(customer.email)).toHaveLength(1)
      expect(mails(address).map(({ text }) => text)).toEqual([expect.stringContaining('Subject: Signing')])
    },
  )

  it.each(orders)('reaches a customer who had no address, if %s arrives first', async (_, inOrder) => {
    const { email: _email, ...unreachable } = aCustomer()
    const { update, rows, address } = await bookedFor(unreachable)
    await service.publish(...inOrder(...update({ title: 'Signing' })))
    expect(await rows()).toEqual([
      'CREATE EMAIL CANCELLED',
      'REMINDER EMAIL INITIALIZED',
      'REMINDER SMS INITIALIZED',
      'UPDATE EMAIL DELIVERED',
      'UPDATE WEBHOOKS DELIVERED',
    ])
    expect(mails(address)).toHaveLength(1)
  })

  it('announces nothing if it repeats the present data', async () => {
    const { appointment, customer, rows, webhooks } = await bookedFor()
    const patch = { id: customer.id, email: customer.email!, firstName: customer.firstName!, clear: [] }
    await service.publish(
      eventOf('APUpdatedEvent', { appointment: next(appointment), changed: ['customer'], customer: patch }),
    )
    expect(await rows()).not.toContainEqual(expect.stringContaining('UPDATE'))
    expect(webhooks()).toEqual([])
  })

  it('does not undo a later update that arrives first', async () => {
    const { appointment, customer, update } = await bookedFor()
    const [first, result] = update({ title: 'Signing' })
    const latest = `latest-${customer.id}@example.com`
    const later = next(first.data.appointment, { title: 'Signature' })
    await service.publish(
      eventOf('APUpdatedEvent', {
        appointment: later,
        changed: ['title', 'customer'],
        customer: { id: customer.id, email: latest, clear: [] },
      }),
    )
    await service.quiet(appointment.id)
    await service.publish(first)
    await service.quiet(appointment.id)
    expect(mails(latest)).toHaveLength(2)
    expect(mails(result.data.customer.email)).toEqual([])
  })
})

describe('a room that opens', () => {
  it.each(['PHONE', 'IN_PERSON'] as const)(
    'is not announced to customers of an appointment %s',
    async (channel) => {
      const { appointment, customer } = await booked(anApplication(), { appointment: { place: { channel } } })
      await service.publish(activated(appointment).event)
      await service.quiet(appointment.id)
      for (const over of ['EMAIL', 'SMS'] as const) {
        const { id } = await service.rowOf(appointment.id, 'ROOM', over)
        expect(await service.storyOf(id)).toEqual(['created', 'claimed', 'cancelled room_not_open'])
      }
      expect(mails(customer.email)).toHaveLength(1)
    },
  )

  it('sends each customer a personal room link immediately if opened on request [3.1 row 1, 6.2]', async () => {
    const { appointment, customer } = await booked()
    await service.publish(activated(appointment).event)
    await service.quiet(appointment.id)
    const row = await service.rowOf(appointment.id, 'ROOM', 'EMAIL')
    expect(row.scheduled_for).toEqual(service.clock.current)
    expect(row.planned_offset).toBeNull()
    const mail = lastMail(customer.email)
    expect(mail.text).toContain(links.roomLink(customer.id, 1))
    expect(mail.text).not.toContain('secret-room')
    const message = await service.twilio.waitFor(({ body }) => body.includes(links.roomLink(customer.id, 1)))
    expect(message.to).toBe(customer.phone)
  })

  it('sends nothing immediately if it is opened automatically', async () => {
    const { appointment } = await booked()
    await service.publish(activated(appointment, false).event)
    expect((await service.quiet(appointment.id)).filter(({ type }) => type === 'ROOM')).toEqual([])
  })

  it('sends its link at the planned time, also to webhooks, but only if the room is open by then', async () => {
    const channels = ['EMAIL' as const, 'WEBHOOKS' as const]
    const schedules = [{ type: 'ROOM' as const, offset: 'PT15M', channels }]
    const soon = { start: '2027-01-04T09:00:00Z', end: '2027-01-04T09:30:00Z' }
    const own = await runNotifications()
    try {
      const application = await own.know(anApplication({ schedules }))
      const { receiver } = await own.listen(application.id, { events: ['ROOM'] })
      const open = scheduled(application, { appointment: soon })
      const closed = scheduled(application, { appointment: soon })
      await own.publish(open.event, closed.event, activated(open.appointment, false).event)
      own.advance(46 * 60_000)
      await own.quiet(open.appointment.id)
      await own.quiet(closed.appointment.id)
      for (const channel of channels) {
        expect((await own.rowOf(open.appointment.id, 'ROOM', channel)).status).toBe('DELIVERED')
        const silent = await own.rowOf(closed.appointment.id, 'ROOM', channel)
        expect(await own.storyOf(silent.id)).toEqual(['created', 'claimed', 'cancelled room_not_open'])
      }
      // it shows the state when it is sent, with the revision for which it was planned
      const appointment = { id: open.appointment.id, state: 'ACTIVATED', revision: 2 }
      expect(receiver.deliveries().map(({ body }) => JSON.parse(body) as WebhookPayload)).toMatchObject([
        { type: 'appointment.room_ready', data: { appointment, schedule: { offset: 'PT15M' } } },
      ])
    } finally {
      await own.stop()
    }
  })
})

describe('an appointment that is cancelled', () => {
  it('informs the customer of the reason, and cancels the invite and the reminders [6.2]', async () => {
    const { appointment, customer } = await booked()
    await service.publish(cancelled(appointment).event)
    expect(summary(await service.quiet(appointment.id))).toEqual([
      'CANCELLED EMAIL DELIVERED',
      'CANCELLED SMS PENDING',
      'CREATE EMAIL DELIVERED',
      'REMINDER EMAIL CANCELLED',
      'REMINDER SMS CANCELLED',
    ])
    const mail = lastMail(customer.email)
    expect(mail.text).toContain('Reason: The adviser is ill')
    expect(mail.text).not.toContain('/manage/')
    const invite = inviteOf(customer.email)
    expect(invite.method).toBe('CANCEL')
    expect(invite.content).toContain('STATUS:CANCELLED')
    expect(invite.content).toContain('SEQUENCE:1')
  })

  it('sends customers nothing if notify is false, and records the reason', async () => {
    const { appointment, customer } = await booked()
    const { receiver } = await service.listen(appointment.applicationId)
    await service.publish(cancelled(appointment, false).event)
    await service.quiet(appointment.id)
    const row = await service.rowOf(appointment.id, 'CANCELLED', 'EMAIL')
    expect(row.status).toBe('CANCELLED')
    expect(await service.storyOf(row.id)).toEqual(['created', 'cancelled notify_false'])
    expect((await service.rowOf(appointment.id, 'CANCELLED', 'SMS')).status).toBe('CANCELLED')
    expect((await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')).status).toBe('CANCELLED')
    expect(mails(customer.email)).toHaveLength(1)
    expect(receiver.deliveries().map(({ body }) => JSON.parse(body) as WebhookPayload)).toMatchObject([
      { type: 'appointment.cancelled', data: { appointment: { id: appointment.id, state: 'CANCELLED' } } },
    ])
  })

  it('treats a v1 deletion like a cancellation', async () => {
    const { appointment, customer } = await booked()
    const { over } = cancelled(appointment)
    await service.publish(eventOf('APDeletedEvent', { appointment: over }))
    await service.quiet(appointment.id)
    expect(lastMail(customer.email).subject).toMatch(/^Cancelled: /)
  })

  it('plans nothing more for an aborted appointment', async () => {
    const { appointment, customer } = await booked()
    const aborted = next(appointment, { state: 'ABORTED' })
    await service.publish(eventOf('APAbortedEvent', { appointment: aborted, reason: 'ROOM_UNAVAILABLE' }))
    const rows = await service.quiet(appointment.id)
    expect(rows.filter(({ status }) => status === 'INITIALIZED')).toEqual([])
    expect(mails(customer.email)).toHaveLength(1)
  })
})

describe('changes of the participants', () => {
  it('welcome only the added customer, and plan its reminders [6.2]', async () => {
    const { appointment, roster, customer } = await booked()
    const added = aCustomer({ firstName: 'Grace' })
    const wider = { ...roster, version: 2, participants: [...roster.participants, participantOf(added)] }
    await service.publish(
      eventOf('APParticipantAddedEvent', {
        appointmentId: appointment.id,
        roster: wider,
        participantId: added.id,
        customer: added,
      }),
    )
    const rows = await service.quiet(appointment.id)
    expect(summary(rows.filter(({ recipient_key }) => recipient_key === added.id))).toEqual([
      'PARTICIPANT_ADDED EMAIL DELIVERED',
      'REMINDER EMAIL INITIALIZED',
      'REMINDER SMS INITIALIZED',
    ])
    expect(lastMail(added.email).text).toContain('Hello Grace,')
    expect(inviteOf(added.email).method).toBe('REQUEST')
    expect(mails(customer.email)).toHaveLength(1)
  })

  it('inform only the removed customer, and cancel its planned messages [6.2]', async () => {
    const gone = aCustomer()
    const stays = aCustomer()
    const { appointment, roster } = await booked(anApplication(), { customers: [gone, stays] })
    const smaller = {
      ...roster,
      version: 2,
      participants: roster.participants.filter(({ id }) => id !== gone.id),
    }
    await service.publish(
      eventOf('APParticipantRemovedEvent', {
        appointmentId: appointment.id,
        roster: smaller,
        participantId: gone.id,
        participantType: 'CUSTOMER',
      }),
    )
    const rows = await service.quiet(appointment.id)
    const of = (id: string) => summary(rows.filter(({ recipient_key }) => recipient_key === id))
    expect(of(gone.id)).toEqual([
      'CREATE EMAIL DELIVERED',
      'PARTICIPANT_REMOVED EMAIL DELIVERED',
      'REMINDER EMAIL CANCELLED',
      'REMINDER SMS CANCELLED',
    ])
    expect(of(stays.id)).toEqual([
      'CREATE EMAIL DELIVERED',
      'REMINDER EMAIL INITIALIZED',
      'REMINDER SMS INITIALIZED',
    ])
    const invite = inviteOf(gone.email)
    expect(invite.method).toBe('CANCEL')
    expect(invite.content).not.toContain('STATUS:')
  })

  it('plan reminders for a customer who receives an address later', async () => {
    const { email: _email, ...unreachable } = aCustomer()
    const { appointment, roster } = await booked(anApplication(), { customers: [unreachable] })
    const before = ['CREATE EMAIL CANCELLED', 'REMINDER SMS INITIALIZED']
    expect(summary(await service.rowsOf(appointment.id))).toEqual(before)
    const customer = { ...unreachable, email: 'now@example.com' }
    await service.publish(
      eventOf('APParticipantUpdatedEvent', {
        appointmentId: appointment.id,
        roster: { ...roster, version: 2 },
        customer,
      }),
    )
    expect(summary(await service.quiet(appointment.id))).toEqual([
      'CREATE EMAIL CANCELLED',
      'REMINDER EMAIL INITIALIZED',
      'REMINDER SMS INITIALIZED',
    ])
  })

  it('use the newest address', async () => {
    const { appointment, roster, customer } = await booked()
    const corrected = { ...customer, email: `new-${customer.id}@example.com` }
    await service.publish(
      eventOf('APParticipantUpdatedEvent', {
        appointmentId: appointment.id,
        roster: { ...roster, version: 2 },
        customer: corrected,
      }),
      cancelled(appointment).event,
    )
    await service.quiet(appointment.id)
    expect(lastMail(corrected.email).subject).toMatch(/^Cancelled/)
  })
})

describe('events out of order', () => {
  it('are kept until the appointment is known', async () => {
    const application = await service.know(anApplication())
    const { event, appointment, roster, customer } = scheduled(application)
    const added = aCustomer()
    const wider = { ...roster, version: 2, participants: [...roster.participants, participantOf(added)] }
    const { event: move } = moved(appointment, 1)
    await service.publish(
      eventOf('APParticipantAddedEvent', {
        appointmentId: appointment.id,
        roster: wider,
        participantId: added.id,
        customer: added,
      }),
      move,
    )
    expect(await service.rowsOf(appointment.id)).toEqual([])
    await service.publish(event)
    const rows = await service.quiet(appointment.id)
    const planned = rows.filter(({ status }) => status === 'INITIALIZED')
    expect(planned.map(({ scheduled_for }) => scheduled_for?.toISOString()).sort()).toEqual([
      '2027-01-07T09:00:00.000Z',
      '2027-01-07T09:00:00.000Z',
      '2027-01-08T08:00:00.000Z',
      '2027-01-08T08:00:00.000Z',
    ])
    expect(mails(added.email)).not.toEqual([])
    expect(mails(customer.email)).not.toEqual([])
    const { rowCount } = await service.pool.query('SELECT FROM early_events')
    expect(rowCount).toBe(0)
  })

  it('leave the newest versions in place', async () => {
    const { appointment, roster } = await booked()
    const second = next(appointment, { title: 'Second' })
    const third = next(second, { title: 'Third' })
    await service.publish(
      eventOf('APUpdatedEvent', { appointment: third, changed: ['title'] }),
      eventOf('APUpdatedEvent', { appointment: second, changed: ['title'] }),
      eventOf('APReassignedEvent', { appointmentId: appointment.id, roster: { ...roster, version: 3 } }),
      eventOf('APReassignedEvent', { appointmentId: appointment.id, roster: { ...roster, version: 2 } }),
    )
    const { rows } = await service.pool.query<{ appointment_version: number; roster_version: number }>(
      'SELECT appointment_version, roster_version FROM appointments WHERE id = $1',
      [appointment.id],
    )
    expect(rows).toEqual([{ appointment_version: 3, roster_version: 3 }])
    await service.quiet(appointment.id)
    expect(aRoster([]).version).toBe(1)
  })
})

describe('the outcome of an appointment', () => {
  const followUp = anApplication({
    types: {
      COMPLETED: { channels: ['EMAIL'] },
      FOLLOW_UP: { channels: ['EMAIL'] },
      FAILED: { channels: ['EMAIL'] },
    },
  })

  it('plans the follow-up on completion, and announces each outcome once', async () => {
    const { appointment } = await booked(followUp)
    const done = next(appointment, { outcome: 'COMPLETED' })
    const event = eventOf('APOutcomeEvent', { appointment: done, outcome: 'COMPLETED' })
    const again = eventOf('APOutcomeEvent', { appointment: done, outcome: 'COMPLETED' })
    await service.publish(event, again)
    await service.quiet(appointment.id)
    expect((await service.rowOf(appointment.id, 'COMPLETED', 'EMAIL')).status).toBe('DELIVERED')
    const thanks = (await service.rowsOf(appointment.id)).filter(({ type }) => type === 'FOLLOW_UP')
    expect(thanks[0]!.scheduled_for).toEqual(new Date('2027-01-07T11:30:00Z'))
    expect(thanks[0]!.planned_offset).toBe('PT2H')
  })

  const outcomeOf = (appointment: AppointmentSnapshot, outcome: 'IN_PROGRESS' | 'COMPLETED') => {
    const after = next(appointment, { outcome })
    return { after, event: eventOf('APOutcomeEvent', { appointment: after, outcome }) }
  }
  const typed = (rows: Awaited<ReturnType<Running['rowsOf']>>, type: string) =>
    rows.filter((row) => row.type === type).map(({ status }) => status)

  it('cancels the follow-up while the meeting continues, and announces each change once [H5.13]', async () => {
    const { appointment } = await booked(
      anApplication({
        types: {
          IN_PROGRESS: { channels: ['EMAIL'] },
          COMPLETED: { channels: ['EMAIL'] },
          FOLLOW_UP: { channels: ['EMAIL'] },
        },
      }),
    )
    const first = outcomeOf(appointment, 'IN_PROGRESS')
    const complete = outcomeOf(first.after, 'COMPLETED')
    const resumed = outcomeOf(complete.after, 'IN_PROGRESS')
    await service.publish(first.event, complete.event, resumed.event)
    expect(typed(await service.quiet(appointment.id), 'FOLLOW_UP')).toEqual(['CANCELLED'])
    const { id } = await service.rowOf(appointment.id, 'FOLLOW_UP', 'EMAIL')
    expect(await service.storyOf(id)).toEqual(['created', 'cancelled not_completed'])

    await service.publish(outcomeOf(resumed.after, 'COMPLETED').event)
    const rows = await service.quiet(appointment.id)
    expect(typed(rows, 'FOLLOW_UP').sort()).toEqual(['CANCELLED', 'INITIALIZED'])
    expect(typed(rows, 'IN_PROGRESS')).toEqual(['DELIVERED', 'DELIVERED'])
    expect(typed(rows, 'COMPLETED')).toEqual(['DELIVERED', 'DELIVERED'])
  })

  it('sends the reminder for the new time if the customer had already joined before the move [H5.13]', async () => {
    const own = await runNotifications()
    try {
      const application = anApplication()
      await own.know(application)
      const { appointment, roster, customer, event: booking } = scheduled(application)
      const participants = roster.participants.map((one) => ({ ...one, state: 'JOINED' as const }))
      const met = outcomeOf(appointment, 'IN_PROGRESS')
      const { outcome: _, ...judgedAnew } = met.after
      await own.publish(
        booking,
        eventOf('APParticipantStateChangedEvent', {
          appointmentId: appointment.id,
          roster: { ...roster, version: 2, participants },
          participantId: customer.id,
          state: 'JOINED',
        }),
        met.event,
        moved(judgedAnew, 1).event,
      )
      await own.quiet(appointment.id)
      own.advance(3 * 24 * HOUR_MS + HOUR_MS)
      const reminders = (await own.quiet(appointment.id)).filter(
        ({ type, channel }) => type === 'REMINDER' && channel === 'EMAIL',
      )
      expect(reminders.map(({ status, scheduled_for }) => [status, scheduled_for?.toISOString()])).toEqual([
        ['CANCELLED', '2027-01-06T09:00:00.000Z'],
        ['DELIVERED', '2027-01-07T09:00:00.000Z'],
      ])
    } finally {
      await own.stop()
    }
  })

  it('replans the follow-up for the new end if a completed appointment changes its duration [H5.13]', async () => {
    const { appointment } = await booked(followUp)
    const { after, event } = outcomeOf(appointment, 'COMPLETED')
    const end = new Date(Date.parse(after.end) + 1_800_000).toISOString()
    const longer = next(after, { end, duration: 'PT1H' })
    const { start, end: oldEnd, duration, timezone } = after
    const previous = { start, end: oldEnd, duration, timezone }
    await service.publish(event, eventOf('APRescheduledEvent', { appointment: longer, previous }))
    const rows = (await service.quiet(appointment.id)).filter(({ type }) => type === 'FOLLOW_UP')
    expect(rows.map(({ status }) => status).sort()).toEqual(['CANCELLED', 'INITIALIZED'])
    const planned = rows.find(({ status }) => status === 'INITIALIZED')
    expect(planned!.scheduled_for).toEqual(new Date(Date.parse(end) + 2 * 3_600_000))
  })

  it('keeps the follow-up if an older event says that the meeting had continued [H5.13]', async () => {
    const { appointment } = await booked(followUp)
    const complete = outcomeOf(appointment, 'COMPLETED')
    const resumed = outcomeOf(complete.after, 'IN_PROGRESS')
    const again = outcomeOf(resumed.after, 'COMPLETED')
    await service.publish(complete.event, again.event, resumed.event)
    expect(typed(await service.quiet(appointment.id), 'FOLLOW_UP')).toEqual(['INITIALIZED'])
  })

  it('includes only the user message of a failure', async () => {
    const { appointment, roster, customer } = await booked(followUp)
    await service.publish(
      eventOf('APInteractionFailedEvent', {
        appointmentId: appointment.id,
        roster: { ...roster, version: 2 },
        systemMessage: 'stack of the routing engine',
        userMessage: 'The line was busy.',
      }),
      eventOf('APOutcomeEvent', { appointment: next(appointment, { outcome: 'FAILED' }), outcome: 'FAILED' }),
    )
    await service.quiet(appointment.id)
    await service.rowOf(appointment.id, 'FAILED', 'EMAIL')
    expect(lastMail(customer.email).text).toContain('The line was busy.')
    const everything = await service.pool.query(`SELECT * FROM notifications WHERE appointment_id = $1`, [
      appointment.id,
    ])
    expect(JSON.stringify(everything.rows)).not.toContain('routing engine')
  })
})

describe('text that a customer wrote', () => {
  const byMail = anApplication({ schedules: [], types: { FAILED: { channels: ['EMAIL'] } } })
  const customers = () => [aCustomer(), aCustomer()] as const
  /** Whether the text is in each of the mails to a customer. */
  const shown = (text: string, { email }: { email?: string | undefined }) =>
    mails(email).map(({ raw, text: plain, html }) => [raw, plain, html].some((part) => part.includes(text)))
  const failure = (
    { appointment, roster }: Pick<ReturnType<typeof scheduled>, 'appointment' | 'roster'>,
    id: string,
  ) => {
    const event = eventOf('APInteractionFailedEvent', {
      appointmentId: appointment.id,
      roster: { ...roster, version: 2 },
      userMessage: 'Pay at https://fraud.example/',
    })
    return {
      ...event,
      data: { ...event.data, actor: { id, role: 'ROLE_CUSTOMER', via: 'ROOM_LINK' as const } },
    }
  }

  it('as the reason of a cancellation is not sent to other customers', async () => {
    const [writer, other] = customers()
    const { appointment } = await booked(byMail, { customers: [writer, other] })
    const { over, event } = cancelled(appointment)
    const reason = 'Read https://fraud.example/'
    const cancellation = { ...over.cancellation!, by: writer.id, byRole: 'ROLE_CUSTOMER', reason }
    await service.publish({ ...event, data: { ...event.data, appointment: { ...over, cancellation } } })
    await service.quiet(appointment.id)
    for (const { email } of [writer, other]) expect(lastMail(email).subject).toContain('Cancelled')
    expect(shown('fraud.example', writer)).toEqual([false, true])
    expect(shown('fraud.example', other)).toEqual([false, false])
  })

  it('about a failure is not sent to other customers, even if the message is resent', async () => {
    const [writer, other] = customers()
    const made = await booked(byMail, { customers: [writer, other] })
    await service.publish(failure(made, writer.id))
    const rows = (await service.quiet(made.appointment.id)).filter(({ type }) => type === 'FAILED')
    expect(rows).toHaveLength(2)
    for (const { id } of rows)
      await service.call('POST', `/api/v2/appointments/${made.appointment.id}/notifications/${id}/resend`)
    service.advance(0)
    await service.quiet(made.appointment.id)
    expect(shown('fraud.example', writer)).toEqual([false, true, true])
    expect(shown('fraud.example', other)).toEqual([false, false, false])
  })

  it('is sent to the only customer, whose token need not name a participant', async () => {
    const made = await booked(byMail)
    await service.publish(failure(made, 'user-1'))
    await service.quiet(made.appointment.id)
    expect(shown('fraud.example', made.customer)).toEqual([false, true])
  })
})

describe('the place of an appointment', () => {
  const bookedAt = async (place: Place, locale = 'en-GB') => {
    const { customer } = await booked(anApplication(), { appointment: { place, locale } })
    return { mail: lastMail(customer.email), invite: inviteOf(customer.email).content }
  }

  it('is in mails and invites, instead of the link to join unless it is a video call', async () => {
    const visit = await bookedAt({ channel: 'IN_PERSON', text: 'Example Street 1' })
    for (const body of [visit.mail.text, visit.mail.html]) expect(body).toContain('Example Street 1')
    expect(visit.invite).toContain('LOCATION:Example Street 1')
    expect(visit.invite).not.toContain('URL')
    expect(visit.mail.text).not.toContain('/join/')

    const phone = await bookedAt({ channel: 'PHONE' })
    expect(phone.mail.text).toContain('By phone')
    expect(phone.invite).toContain('LOCATION:By phone')
    expect(phone.invite).not.toContain('/join/')

    const video = await bookedAt({ channel: 'VIDEO' })
    expect(video.invite).toMatch(/LOCATION:\S+\/join\//)
    expect(video.mail.text).not.toContain('Where')
  })

  it.each([
    ['en-GB', 'Where: In person'],
    ['de', 'Wo: Vor Ort'],
    ['fr', 'Lieu\u00a0: Sur place'],
  ])('is in mails and invites also if it has no text [%s]', async (locale, where) => {
    const visit = await bookedAt({ channel: 'IN_PERSON' }, locale)
    expect(visit.mail.text).toContain(where)
    expect(visit.invite).toContain(`LOCATION:${where.split(': ')[1]}`)
  })
})
