import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CustomerRecord } from '@appointments/contracts'
import { aCustomer, anApplication, cancelled, next, scheduled, eventOf } from './builders.ts'
import { runNotifications, summary, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

const OVER_BOTH = { types: { CREATE: { channels: ['EMAIL' as const, 'SMS' as const] } } }
let lastNumber = 0
const newNumber = () => `+49301${1_000_000 + ++lastNumber}`

const book = async (customers: CustomerRecord[], notifications: object = OVER_BOTH, appointment = {}) => {
  const application = await service.know(anApplication(notifications))
  const made = scheduled(application, { customers, appointment })
  await service.publish(made.event)
  return made
}

describe('an unverified address', () => {
  it('receives nothing, and the history gives the reason [H1.4]', async () => {
    const customer = aCustomer({ phone: newNumber(), unproved: ['phone'] })
    const { appointment } = await book([customer])
    expect(summary(await service.quiet(appointment.id))).toEqual([
      'CREATE EMAIL DELIVERED',
      'CREATE SMS CANCELLED',
      'REMINDER EMAIL INITIALIZED',
      'REMINDER SMS CANCELLED',
    ])
    const { id, message } = await service.rowOf(appointment.id, 'CREATE', 'SMS')
    expect(message).toBe('the customer entered the address and has not verified it')
    const { rows } = await service.pool.query(
      'SELECT reason FROM notification_events WHERE notification_id = $1 AND reason IS NOT NULL',
      [id],
    )
    expect(rows).toContainEqual({ reason: 'address_unproved' })
    expect(service.twilio.messages().filter(({ to }) => to === customer.phone)).toEqual([])
  })

  it('is replaced by the fallback channel [H1.4]', async () => {
    const customer = aCustomer({ phone: newNumber(), unproved: ['email'] })
    const { appointment } = await book([customer], {
      schedules: [],
      types: { CREATE: { channels: ['EMAIL'], fallback: ['EMAIL', 'SMS'] } },
    })
    expect(summary(await service.quiet(appointment.id))).toContain('CREATE EMAIL CANCELLED')
    await service.twilio.waitFor(({ to }) => to === customer.phone)
    expect(service.smtp.messages().filter(({ to }) => to.includes(customer.email!))).toEqual([])
  })

  it('is used as soon as staff have entered it [H1.4]', async () => {
    const customer = aCustomer({ phone: newNumber(), unproved: ['phone'] })
    const { appointment, roster } = await book([customer])
    const { unproved: _, ...proved } = customer
    await service.publish(
      eventOf('APParticipantUpdatedEvent', {
        appointmentId: appointment.id,
        roster: { ...roster, version: 2 },
        customer: proved,
      }),
    )
    expect(summary(await service.quiet(appointment.id))).toContain('REMINDER SMS INITIALIZED')
    await service.publish(cancelled(appointment).event)
    await service.twilio.waitFor(({ to }) => to === customer.phone)
  })

  it('takes its planned messages back from the fallback channel once staff have entered it', async () => {
    const customer = aCustomer({ phone: newNumber(), unproved: ['email'] })
    const { appointment, roster } = await book([customer], {
      schedules: [{ type: 'REMINDER', offset: 'PT24H', channels: ['EMAIL'] }],
      types: { CREATE: { channels: [] }, REMINDER: { fallback: ['EMAIL', 'SMS'] } },
    })
    expect(summary(await service.quiet(appointment.id))).toEqual([
      'REMINDER EMAIL CANCELLED',
      'REMINDER SMS INITIALIZED',
    ])
    const { unproved: _, ...proved } = customer
    await service.publish(
      eventOf('APParticipantUpdatedEvent', {
        appointmentId: appointment.id,
        roster: { ...roster, version: 2 },
        customer: proved,
      }),
    )
    expect(summary(await service.quiet(appointment.id))).toEqual([
      'REMINDER EMAIL CANCELLED',
      'REMINDER EMAIL INITIALIZED',
      'REMINDER SMS CANCELLED',
    ])
    const { id } = await service.rowOf(appointment.id, 'REMINDER', 'SMS')
    expect((await service.storyOf(id)).at(-1)).toBe('cancelled superseded')
  })
})

describe('a guest', () => {
  it('receives a fixed text without anything that a customer has written [H1.4]', async () => {
    const own = aCustomer()
    const { phone: _, ...reachable } = aCustomer({ firstName: 'CanaryFirst', lastName: 'CanaryLast' })
    const guest = { ...reachable, guest: true }
    const { appointment } = await book(
      [own, guest],
      { schedules: [] },
      {
        title: 'CanaryTitle',
        notes: 'CanaryNotes',
      },
    )
    // a booking that is cancelled before its mail is sent is not announced
    await service.quiet(appointment.id)
    const cancellation = { at: appointment.createdAt, reason: 'CanaryReason' }
    const over = next(appointment, { state: 'CANCELLED', cancellation })
    await service.publish(eventOf('APCancelledEvent', { appointment: over, notify: true }))
    await service.quiet(appointment.id)
    const mailsTo = (address: string) => service.smtp.messages().filter(({ to }) => to.includes(address))
    expect(mailsTo(guest.email!)).toHaveLength(2)
    for (const { raw, subject, text, html } of mailsTo(guest.email!))
      expect([raw, subject, text, html].join('\n')).not.toContain('Canary')
    expect(
      mailsTo(own.email!)
        .map(({ subject }) => subject)
        .join(),
    ).toContain('CanaryTitle')
  })
})
