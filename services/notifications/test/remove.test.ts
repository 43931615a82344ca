import { afterAll, beforeAll, expect, it } from 'vitest'
import { everythingStored } from '@appointments/testing'
import type { WebhookPayload } from '@appointments/contracts'
import {
  aCaller,
  anApplication,
  aCustomer,
  cancelled,
  HOUR_MS,
  next,
  scheduled,
  eventOf,
} from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withTwilio: false })
})
afterAll(() => service.stop())

const everything = () => everythingStored(service.pool)

const canary = () =>
  aCustomer({
    firstName: 'Canaria',
    lastName: 'Canarella',
    email: `canary-${Math.random()}@example.com`,
    phone: '+4930999',
  })

it('informs the customer, then erases all personal data [3.1 removal, 4.2 DELETE /{id}]', async () => {
  const application = await service.know(anApplication())
  const { event, appointment, customer } = scheduled(application, {
    customers: [canary()],
    appointment: { title: 'Canary title', notes: 'Canary notes', metadata: { canary: 'canary' } },
  })
  await service.publish(event)
  await service.quiet(appointment.id)
  expect((await everything()).toLowerCase()).toContain('canary')

  const removed = eventOf('APRemovedEvent', { appointment: next(appointment, { epoch: 2 }) })
  await service.publish(removed)
  const mail = await service.smtp.waitFor(
    ({ to, subject }) => to.includes(customer.email!) && subject.startsWith('Cancelled'),
  )
  expect(mail.text).toContain('Canary title')
  await expect.poll(async () => (await everything()).toLowerCase()).not.toContain('canar')
  expect(await everything()).toContain(appointment.id)
  const path = `/api/v2/appointments/${appointment.id}/notifications`
  expect((await service.call('GET', path)).body.code).toBe('APPOINTMENT_NOT_FOUND')
})

it('erases the stored responses to requests, which name the customer too', async () => {
  const application = await service.know(anApplication())
  const email = `greylist@canary-${Math.random()}.example.com`
  const { event, appointment } = scheduled(application, { customers: [{ ...canary(), email }] })
  await service.publish(event)
  await service.quiet(appointment.id)
  const { id } = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
  const path = `/api/v2/appointments/${appointment.id}/notifications/${id}/retry`
  const { status, body } = await service.call('POST', path, { key: 'key-1' })
  expect([status, body.recipient.displayName]).toEqual([202, 'Canaria Canarella'])
  service.advance(0)
  await service.quiet(appointment.id)
  const { rowCount } = await service.pool.query('SELECT FROM idempotent_requests WHERE subject = $1', [
    appointment.id,
  ])
  expect(rowCount).toBe(1)
  await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
  await expect.poll(async () => (await everything()).toLowerCase()).not.toContain('canar')
})

it('restores nothing when an event arrives late', async () => {
  const application = await service.know(anApplication())
  const { event, appointment } = scheduled(application, { customers: [canary()] })
  await service.publish(event, eventOf('APRemovedEvent', { appointment: next(appointment) }))
  await expect.poll(() => service.rowsOf(appointment.id)).toEqual([])
  await service.publish(
    eventOf('APUpdatedEvent', { appointment: next(appointment, { title: 'Canary' }), changed: ['title'] }),
  )
  const late = scheduled(application, { appointment: { id: appointment.id }, customers: [canary()] })
  await service.publish(late.event)
  expect(await service.rowsOf(appointment.id)).toEqual([])
  expect((await everything()).toLowerCase()).not.toContain('canar')
})

it('hides the history while the last message is still pending', async () => {
  const application = await service.know(anApplication())
  const customer = canary()
  const { event, appointment } = scheduled(application, { customers: [customer] })
  await service.publish(event)
  await service.quiet(appointment.id)
  service.smtp.script({ at: 'rcpt', does: { reply: 451 }, to: customer.email! })
  await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
  await expect
    .poll(
      async () =>
        (await service.rowsOf(appointment.id)).find(({ type }) => type === 'CANCELLED')?.next_retry_at,
    )
    .toBeInstanceOf(Date)
  const path = `/api/v2/appointments/${appointment.id}/notifications`
  expect((await service.call('GET', path, { caller: aCaller() })).status).toBe(404)
  service.advance(60_000)
  await expect.poll(() => service.rowsOf(appointment.id)).toEqual([])
})

it('does not announce the cancellation again when a cancelled appointment is removed', async () => {
  const application = await service.know(anApplication())
  const customer = canary()
  const { event, appointment } = scheduled(application, { customers: [customer] })
  const { over, event: cancel } = cancelled(appointment)
  await service.publish(event, cancel)
  await service.quiet(appointment.id)
  await service.publish(eventOf('APRemovedEvent', { appointment: next(over) }))
  await expect.poll(() => service.rowsOf(appointment.id)).toEqual([])
  const goodbyes = service.smtp
    .messages()
    .filter(({ to, subject }) => to.includes(customer.email!) && subject.startsWith('Cancelled'))
  expect(goodbyes).toHaveLength(1)
})

it.each([
  ['over', () => ({ start: at(-HOUR_MS), end: at(0) })],
  ['aborted', () => ({ state: 'ABORTED' as const })],
])('sends customers nothing if the appointment is %s, and webhooks a cancellation', async (_, fields) => {
  const application = await service.know(anApplication())
  const { receiver } = await service.listen(application.id, { events: ['CANCELLED'] })
  const { event, appointment, customer } = scheduled(application, { appointment: fields() })
  await service.publish(event)
  await service.quiet(appointment.id)
  await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
  await expect.poll(() => service.rowsOf(appointment.id)).toEqual([])
  const goodbyes = service.smtp
    .messages()
    .filter(({ to, subject }) => to.includes(customer.email!) && subject.startsWith('Cancelled'))
  expect(goodbyes).toEqual([])
  const payloads = receiver.deliveries().map(({ body }) => JSON.parse(body) as WebhookPayload)
  expect(payloads).toMatchObject([
    { type: 'appointment.cancelled', data: { appointment: { id: appointment.id } } },
  ])
  // as the guide for receivers says
  expect(payloads[0]?.data.appointment).not.toHaveProperty('cancellation')
})

it('sends a customer who is removed after the end nothing, and webhooks the removal', async () => {
  const application = await service.know(anApplication())
  const { receiver } = await service.listen(application.id, { events: ['PARTICIPANT_REMOVED'] })
  const { event, appointment, roster, customer } = scheduled(application, {
    appointment: { start: at(-HOUR_MS), end: at(0) },
  })
  await service.publish(event)
  await service.quiet(appointment.id)
  const removed = eventOf(
    'APParticipantRemovedEvent',
    {
      appointmentId: appointment.id,
      roster: {
        ...roster,
        version: 2,
        participants: roster.participants.filter(({ id }) => id !== customer.id),
      },
      participantId: customer.id,
      participantType: 'CUSTOMER',
    },
    service.clock.current,
  )
  await service.publish(removed)
  await service.quiet(appointment.id)
  const goodbyes = service.smtp
    .messages()
    .filter(
      ({ to, subject }) => to.includes(customer.email!) && subject.startsWith('You no longer take part'),
    )
  expect(goodbyes).toEqual([])
  expect(receiver.deliveries().map(({ body }) => JSON.parse(body) as WebhookPayload)).toMatchObject([
    { type: 'appointment.participant.removed', data: { appointment: { id: appointment.id } } },
  ])
})

/** The time of the service, moved by a number of milliseconds. */
const at = (ms: number) => new Date(service.clock.current.getTime() + ms).toISOString()
