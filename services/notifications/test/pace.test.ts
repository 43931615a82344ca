import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tickets } from '@appointments/credentials'
import { startWebhookReceiver, type WebhookReceiver } from '@appointments/testing'
import type { AppointmentSnapshot, RosterSnapshot, WebhookPayload } from '@appointments/contracts'
import { aCaller, aCustomer, anApplication, cancelled, moved, scheduled, eventOf } from './builders.ts'
import { DATA_SECRET, PUBLIC_URL, runNotifications, type Running } from './running-service.ts'

let service: Running
let receiver: WebhookReceiver
beforeAll(async () => {
  service = await runNotifications()
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await receiver.stop()
  await service.stop()
})
beforeEach(() => service.smtp.clear())

const links = tickets(DATA_SECRET, PUBLIC_URL)

async function booked(notifications: Parameters<typeof anApplication>[0] = { schedules: [] }) {
  const application = await service.know(anApplication(notifications))
  const made = scheduled(application, { customers: [aCustomer({ phone: '+4930777' })] })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  service.smtp.clear()
  return { ...made, application }
}

const rows = async (appointmentId: string, channel: 'EMAIL' | 'SMS') =>
  (await service.rowsOf(appointmentId)).filter((row) => row.type === 'RESCHEDULE' && row.channel === channel)

async function move(appointment: AppointmentSnapshot, days: number) {
  const { later, event } = moved(appointment, days)
  await service.publish(event)
  await service.quiet(appointment.id)
  return later
}

describe('an appointment that moves several times', () => {
  it('announces the first move immediately, and the last one after a minute', async () => {
    const { appointment } = await booked()
    const first = await move(appointment, 1)
    expect(service.smtp.messages()).toHaveLength(1)
    service.advance(10_000)
    const second = await move(first, 1)
    service.advance(10_000)
    await move(second, 1)
    expect(service.smtp.messages()).toHaveLength(1)

    const [told1, held, last] = await rows(appointment.id, 'EMAIL')
    expect(told1!.status).toBe('DELIVERED')
    expect(held!.status).toBe('CANCELLED')
    expect(await service.storyOf(held!.id)).toEqual(['created', 'deferred debounced', 'cancelled debounced'])
    expect(await service.storyOf(last!.id)).toEqual(['created', 'deferred debounced'])
    expect(last!.due_at!.getTime() - service.clock.current.getTime()).toBe(40_000)

    service.advance(40_000)
    await service.quiet(appointment.id)
    expect(service.smtp.messages()).toHaveLength(2)
    const mail = service.smtp.messages()[1]!
    expect(mail.text).toMatch(/When: Sunday,? 10 January 2027/)
    // the time in the customer's last message, skipping those in between
    expect(mail.text).toMatch(/Before: Friday,? 8 January 2027/)
    expect((await rows(appointment.id, 'SMS')).map(({ status }) => status)).toEqual([
      'PENDING',
      'CANCELLED',
      'PENDING',
    ])
  })

  it('announces each move immediately if they are a minute apart', async () => {
    const { appointment } = await booked()
    const first = await move(appointment, 1)
    service.advance(60_000)
    await move(first, 1)
    expect(service.smtp.messages()).toHaveLength(2)
  })

  it('announces several moves in one message if the earlier one was not delivered yet', async () => {
    const { appointment, customer } = await booked()
    service.smtp.script({ at: 'rcpt', does: { reply: 451 }, to: customer.email!, times: 1 })
    const first = await move(appointment, 1)
    expect(service.smtp.messages()).toHaveLength(0)
    await move(first, 1)
    // the first one was waiting for its retry, so the second one need not be delayed
    expect(service.smtp.messages()).toHaveLength(1)
    expect(service.smtp.messages()[0]!.text).toMatch(/Before: Thursday,? 7 January 2027/)
    service.advance(3_600_000)
    await service.quiet(appointment.id)
    expect(service.smtp.messages()).toHaveLength(1)
  })

  it('names the link as new if one of the combined moves has replaced it', async () => {
    const { appointment, customer } = await booked()
    const first = await move(appointment, 1)
    const byCustomer = await move({ ...first, manageVersions: { [customer.id]: 2 } }, 1)
    await move(byCustomer, 1)
    service.advance(60_000)
    await service.quiet(appointment.id)
    const [atOnce, combined] = service.smtp.messages()
    expect(atOnce!.text).toContain('Your link stays the same')
    expect(combined!.text).toContain('Please use this new link')
    expect(combined!.text).toContain(links.manageLink(customer.id, 2))
  })

  it('keeps the newer move if the event of an older one arrives late', async () => {
    const { appointment } = await booked()
    const one = moved(appointment, 1)
    const two = moved(one.later, 1)
    await service.publish(two.event)
    await service.quiet(appointment.id)
    await service.publish(one.event)
    await service.quiet(appointment.id)
    service.advance(60_000)
    await service.quiet(appointment.id)
    expect(service.smtp.messages()).toHaveLength(1)
  })

  it('announces no more moves after a cancellation', async () => {
    const { appointment } = await booked()
    const first = await move(appointment, 1)
    const second = await move(first, 1)
    await service.publish(cancelled(second).event)
    await service.quiet(appointment.id)
    service.advance(60_000)
    await service.quiet(appointment.id)
    const [, held] = await rows(appointment.id, 'EMAIL')
    expect((await service.storyOf(held!.id)).at(-1)).toBe('cancelled appointment_over')
    expect(service.smtp.messages().map(({ subject }) => subject.split(':')[0])).toEqual([
      expect.any(String),
      'Cancelled',
    ])
  })
})

describe('a participant who joins and leaves repeatedly', () => {
  const joins = (id: string, roster: RosterSnapshot, participantId: string, version: number) => {
    const state = version % 2 === 0 ? ('JOINED' as const) : ('LEFT' as const)
    const participants = roster.participants.map((one) =>
      one.id === participantId ? { ...one, state } : one,
    )
    return eventOf('APParticipantStateChangedEvent', {
      appointmentId: id,
      roster: { ...roster, version, participants },
      participantId,
      state,
    })
  }
  const payloads = () =>
    receiver
      .deliveries()
      .map(({ body }) => JSON.parse(body) as WebhookPayload)
      .filter(({ type }) => type === 'appointment.participant.updated')

  it('causes one webhook with the last state, five seconds after the first change', async () => {
    const { application, appointment, roster, customer } = await booked()
    await service.call('POST', '/api/v2/webhook-endpoints', {
      caller: aCaller({ roles: ['ROLE_CLIENT_SERVICE'] }),
      body: { applicationId: application.id, url: `${receiver.url}/hooks`, events: ['PARTICIPANT_UPDATED'] },
    })
    await service.publish(joins(appointment.id, roster, customer.id, 2))
    service.advance(3000)
    await service.publish(joins(appointment.id, roster, customer.id, 3))
    await service.publish(joins(appointment.id, roster, customer.id, 4))
    await service.quiet(appointment.id)
    expect(payloads()).toEqual([])
    service.advance(2000)
    await service.quiet(appointment.id)
    expect(payloads()).toHaveLength(1)
    expect(payloads()[0]!.data.appointment.participants).toContainEqual({
      id: customer.id,
      type: 'CUSTOMER',
      state: 'JOINED',
    })
    expect(payloads()[0]!.data.appointment.revision).toBe(5)
    const all = (await service.rowsOf(appointment.id)).filter(({ type }) => type === 'PARTICIPANT_UPDATED')
    expect(all.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED', 'DELIVERED'])
  })
})
