import { afterAll, beforeAll, expect, it } from 'vitest'
import { everythingStored } from '@appointments/testing'
import { startWebhookReceiver } from '@appointments/testing'
import {
  aCaller,
  anApplication,
  aCustomer,
  aRoster,
  cancelled,
  HOUR_MS,
  next,
  scheduled,
  eventOf,
} from './builders.ts'
import { runNotifications, summary, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
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

/** Settings that announce cancellations and removals by mail, SMS and webhook. */
const farewells = {
  types: {
    CANCELLED: { channels: ['EMAIL', 'SMS', 'WEBHOOKS'] },
    PARTICIPANT_REMOVED: { channels: ['EMAIL', 'SMS', 'WEBHOOKS'] },
  },
} satisfies Parameters<typeof anApplication>[0]

const expectNoCanary = async () => {
  expect((await everything()).toLowerCase()).not.toContain('canar')
  expect(await everything()).not.toContain('4930999')
}

/** Adds an endpoint whose receiver always fails and echoes personal data in its response. */
async function addFailingEndpoint(applicationId: string) {
  const receiver = await startWebhookReceiver()
  receiver.script({ status: 500, body: 'no room for Canaria' }, { status: 500, times: 4 })
  const body = { applicationId, url: receiver.url, includeContact: true }
  const caller = aCaller({ roles: ['ROLE_CLIENT_SERVICE'] })
  expect((await service.call('POST', '/api/v2/webhook-endpoints', { caller, body })).status).toBe(201)
  return receiver
}

it('erases everything immediately, even if recipients cannot be reached [H1.8]', async () => {
  const application = await service.know(anApplication(farewells))
  const receiver = await addFailingEndpoint(application.id)
  const { event, appointment, customer } = scheduled(application, {
    customers: [canary()],
    appointment: { title: 'Canary title', notes: 'Canary notes', metadata: { canary: 'canary' } },
  })
  await service.publish(event)
  await service.quiet(appointment.id)
  // receipts that nothing takes any more, because the replicas that sent the messages have crashed
  const leaveReceipt = (type: string, channel: string) =>
    service.pool.query(
      `INSERT INTO early_receipts (notification_id, appointment_id, receipt)
       SELECT id, appointment_id, '{}' FROM notifications WHERE appointment_id = $1 AND type = $2 AND channel = $3`,
      [appointment.id, type, channel],
    )
  const receipts = async () => (await service.pool.query('SELECT FROM early_receipts')).rowCount
  await leaveReceipt('CREATE', 'EMAIL')
  expect(await receipts()).toBe(1)
  service.smtp.script({ at: 'rcpt', does: { reply: 451 }, to: customer.email! })
  await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
  await expectNoCanary()
  expect(await receipts()).toBe(0)

  // no recipient has been reached yet, and all pending content is sealed
  await service.quiet(appointment.id)
  await expectNoCanary()
  expect(summary(await service.rowsOf(appointment.id))).toEqual([
    'CANCELLED EMAIL PENDING',
    'CANCELLED SMS PENDING',
    'CANCELLED WEBHOOKS PENDING',
    'CREATE WEBHOOKS PENDING',
  ])

  service.advance(60_000)
  const mail = await service.smtp.waitFor(
    ({ to, subject }) => to.includes(customer.email!) && subject.startsWith('Cancelled'),
  )
  expect(mail.text).toContain('Canary title')
  // the clock moves on only after the delivery is recorded, because a lease lasts no longer than 15 s
  await expect
    .poll(async () => summary(await service.rowsOf(appointment.id)))
    .not.toContain('CANCELLED EMAIL PENDING')
  receiver.clear()
  service.advance(6 * 60_000)
  // the SMS waits for a receipt that never comes
  await expect
    .poll(async () => summary(await service.rowsOf(appointment.id)))
    .toEqual(['CANCELLED SMS PENDING'])
  const bodies = receiver.deliveries().map(({ body }) => JSON.parse(body) as { type: string; data: object })
  expect(bodies.at(-1)?.data).toMatchObject({ contacts: [] })

  await leaveReceipt('CANCELLED', 'SMS')
  expect(await receipts()).toBe(1)
  service.advance(24 * HOUR_MS)
  await expect.poll(() => service.rowsOf(appointment.id)).toEqual([])
  expect(await receipts()).toBe(0)
  await receiver.stop()
})

it('gives up after 24 hours if the customer cannot be reached [H1.8]', async () => {
  const application = await service.know(anApplication())
  const { event, appointment, customer } = scheduled(application, { customers: [canary()] })
  await service.publish(event)
  await service.quiet(appointment.id)
  service.smtp.script({ at: 'rcpt', does: { reply: 451 }, to: customer.email!, times: 10 })
  await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
  await service.quiet(appointment.id)
  expect(summary(await service.rowsOf(appointment.id))).toContain('CANCELLED EMAIL PENDING')
  service.advance(24 * HOUR_MS)
  await expect.poll(() => service.rowsOf(appointment.id)).toEqual([])
})

it('sends messages that were claimed just before the erasure [H1.8]', async () => {
  const types = { CANCELLED: { channels: ['EMAIL' as const, 'WEBHOOKS' as const] } }
  const application = await service.know(anApplication({ types }))
  const { receiver } = await service.listen(application.id)
  const { event, appointment, customer } = scheduled(application, { customers: [canary()] })
  await service.publish(event)
  await service.quiet(appointment.id)

  const holder = await service.pool.connect()
  try {
    // an attempt reads the appointment together with the brand, so it waits here until the appointment is erased
    await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
    await holder.query('LOCK TABLE brands IN ACCESS EXCLUSIVE MODE')
    const { over, event: cancellation } = cancelled(appointment)
    await service.publish(cancellation)
    const claimed = async () => {
      const rows = await service.rowsOf(appointment.id)
      return summary(rows.filter(({ type, lease_token }) => type === 'CANCELLED' && lease_token !== null))
    }
    await expect.poll(claimed).toEqual(['CANCELLED EMAIL PENDING', 'CANCELLED WEBHOOKS PENDING'])
    await service.publish(eventOf('APRemovedEvent', { appointment: next(over) }))
    expect(await claimed()).toHaveLength(2)
  } finally {
    await holder.query('COMMIT')
    holder.release()
  }
  await service.quiet(appointment.id)
  await expectNoCanary()
  service.advance(10_000)
  await service.smtp.waitFor(
    ({ to, subject }) => to.includes(customer.email!) && subject.startsWith('Cancelled'),
  )
  await expect.poll(() => service.rowsOf(appointment.id)).toEqual([])
  const received = receiver.deliveries().map(({ body }) => (JSON.parse(body) as { type: string }).type)
  expect(received).toEqual(['appointment.created', 'appointment.cancelled'])
})

it('erases a removed participant, and still informs all other recipients in full [H1.8]', async () => {
  const application = await service.know(anApplication(farewells))
  const receiver = await addFailingEndpoint(application.id)
  const stays = aCustomer()
  const { event, appointment, customer, roster } = scheduled(application, { customers: [canary(), stays] })
  await service.publish(event)
  await service.quiet(appointment.id)

  const left = aRoster([stays], { version: roster.version + 1 })
  const removed = eventOf('APParticipantRemovedEvent', {
    appointmentId: appointment.id,
    roster: left,
    participantId: customer.id,
    participantType: 'CUSTOMER',
  })
  await service.publish(removed)
  await expectNoCanary()
  const mail = await service.smtp.waitFor(
    ({ to, subject }) => to.includes(customer.email!) && subject.startsWith('You no longer take part'),
  )
  expect(mail.text).toContain('Canaria')
  await service.quiet(appointment.id)
  await expectNoCanary()

  // an older event that arrives late restores nothing
  await service.publish(
    eventOf('APParticipantUpdatedEvent', { appointmentId: appointment.id, roster, customer }),
  )
  await expectNoCanary()
  const path = `/api/v2/appointments/${appointment.id}/notifications`
  const { body } = await service.call('GET', path)
  const names = body.content.map(({ recipient }) => recipient.displayName)
  expect(names).toContain('Ada Lovelace')
  expect(names).not.toContain('Canaria Canarella')
  await receiver.stop()
})

it('erases what a mail server said about a removed participant [H1.8]', async () => {
  const application = await service.know(anApplication({ schedules: [] }))
  const { event, appointment, customer, roster } = scheduled(application, { customers: [canary()] })
  const text = 'no mailbox of Canaria Canarella'
  service.smtp.script({ at: 'rcpt', does: { reply: 550, text }, to: customer.email! })
  await service.publish(event)
  await service.quiet(appointment.id)
  const { rows } = await service.pool.query('SELECT message FROM notifications WHERE appointment_id = $1', [
    appointment.id,
  ])
  expect(rows).toContainEqual({ message: expect.stringContaining(text) as string })
  await service.publish(
    eventOf('APParticipantRemovedEvent', {
      appointmentId: appointment.id,
      roster: aRoster([], { version: roster.version + 1 }),
      participantId: customer.id,
      participantType: 'CUSTOMER',
    }),
  )
  await expectNoCanary()
})

it('deletes dead letters with the contact data of a removed participant, and keeps others [H1.8]', async () => {
  const application = await service.know(anApplication())
  const stays = aCustomer()
  const { event, appointment, customer, roster } = scheduled(application, { customers: [canary(), stays] })
  await service.publish(event)
  for (const [type, about] of [
    ['APParticipantAddedEvent', customer],
    ['APParticipantUpdatedEvent', customer],
    ['APParticipantUpdatedEvent', stays],
  ] as const)
    await service.broker.publish({
      id: `${type} ${about.id}`,
      type,
      key: appointment.id,
      body: { data: { customer: about } },
      headers: {},
    })
  const letters = async () =>
    (await service.broker.deadLetters('notifications'))
      .map(({ message }) => message)
      .filter(({ key }) => key === appointment.id)
      .map(({ id }) => id)
  await expect.poll(letters).toHaveLength(3)
  await service.publish(
    eventOf('APParticipantRemovedEvent', {
      appointmentId: appointment.id,
      roster: aRoster([stays], { version: roster.version + 1 }),
      participantId: customer.id,
      participantType: 'CUSTOMER',
    }),
  )
  await expect.poll(letters).toEqual([`APParticipantUpdatedEvent ${stays.id}`])
})

it('keeps nothing of an appointment whose removal is the first event to arrive [H1.8]', async () => {
  const application = await service.know(anApplication())
  const { event, appointment } = scheduled(application, {
    customers: [canary()],
    appointment: { title: 'Canary title' },
  })
  await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
  await expectNoCanary()
  await service.publish(event)
  await expectNoCanary()
  expect(await service.rowsOf(appointment.id)).toEqual([])
})

it('keeps the data of a message that another channel takes over for no longer than 24 hours [H1.8]', async () => {
  const types = { CANCELLED: { channels: ['EMAIL' as const], fallback: ['SMS' as const] } }
  const application = await service.know(anApplication({ types }))
  const { event, appointment, customer } = scheduled(application, { customers: [canary()] })
  await service.publish(event)
  await service.quiet(appointment.id)
  const at = { at: 'rcpt' as const, to: customer.email! }
  service.smtp.script({ ...at, does: { reply: 451 } }, { ...at, does: { reply: 550 } })
  await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
  await service.quiet(appointment.id)
  service.advance(HOUR_MS)
  await expect
    .poll(async () => summary(await service.rowsOf(appointment.id)))
    .toEqual(['CANCELLED SMS PENDING'])
  // the receipt never arrives
  service.advance(23 * HOUR_MS)
  await expect.poll(() => service.rowsOf(appointment.id)).toEqual([])
})
