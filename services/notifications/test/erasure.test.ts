import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWebhookReceiver } from '@appointments/testing'
import { aCaller, anApplication, aCustomer, aRoster, HOUR_MS, next, scheduled, told } from './builders.ts'
import { runNotifications, summary, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

/** Everything any table of the database holds, as text. */
async function everything(): Promise<string> {
  const { rows } = await service.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  )
  const contents = await Promise.all(rows.map(({ name }) => service.pool.query(`SELECT * FROM "${name}"`)))
  return JSON.stringify(contents.map((content) => content.rows as unknown))
}

const canary = () =>
  aCustomer({
    firstName: 'Canaria',
    lastName: 'Canarella',
    email: `canary-${Math.random()}@example.com`,
    phone: '+4930999',
  })

/** An application that says by e-mail, SMS and webhook that something is over. */
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

/** An endpoint of an application, at a receiver that never takes anything and repeats what it was sent. */
async function addFailingEndpoint(applicationId: string) {
  const receiver = await startWebhookReceiver()
  receiver.script({ status: 500, body: 'no room for Canaria' }, { status: 500, times: 4 })
  const body = { applicationId, url: receiver.url, includeContact: true }
  const caller = aCaller({ roles: ['ROLE_CLIENT_SERVICE'] })
  expect((await service.call('POST', '/api/v2/webhook-endpoints', { caller, body })).status).toBe(201)
  return receiver
}

it('erases everything at once, whoever cannot be reached [H1.8]', async () => {
  const application = await service.know(anApplication(farewells))
  const receiver = await addFailingEndpoint(application.id)
  const { event, appointment, customer } = scheduled(application, {
    customers: [canary()],
    appointment: { title: 'Canary title', notes: 'Canary notes', metadata: { canary: 'canary' } },
  })
  await service.tell(event)
  await service.quiet(appointment.id)
  service.smtp.script({ at: 'rcpt', does: { reply: 451 }, to: customer.email! })
  await service.tell(told('APRemovedEvent', { appointment: next(appointment) }))
  await expectNoCanary()

  // nobody has been reached yet, and everything that waits is sealed
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
    .poll(async () => summary(await service.rowsOf(appointment.id)), { timeout: 10_000 })
    .not.toContain('CANCELLED EMAIL PENDING')
  receiver.clear()
  service.advance(6 * 60_000)
  // the SMS waits for a receipt that never comes
  await expect
    .poll(async () => summary(await service.rowsOf(appointment.id)), { timeout: 10_000 })
    .toEqual(['CANCELLED SMS PENDING'])
  const bodies = receiver.deliveries().map(({ body }) => JSON.parse(body) as { type: string; data: object })
  expect(bodies.at(-1)?.data).toMatchObject({ contacts: [] })

  service.advance(24 * HOUR_MS)
  await expect.poll(() => service.rowsOf(appointment.id), { timeout: 10_000 }).toEqual([])
  await receiver.stop()
})

it('gives up after 24 hours on a customer who cannot be told [H1.8]', async () => {
  const application = await service.know(anApplication())
  const { event, appointment, customer } = scheduled(application, { customers: [canary()] })
  await service.tell(event)
  await service.quiet(appointment.id)
  service.smtp.script({ at: 'rcpt', does: { reply: 451 }, to: customer.email!, times: 10 })
  await service.tell(told('APRemovedEvent', { appointment: next(appointment) }))
  await service.quiet(appointment.id)
  expect(summary(await service.rowsOf(appointment.id))).toContain('CANCELLED EMAIL PENDING')
  service.advance(24 * HOUR_MS)
  await expect.poll(() => service.rowsOf(appointment.id), { timeout: 10_000 }).toEqual([])
})

it('erases a participant who was removed, and tells nobody else less [H1.8]', async () => {
  const application = await service.know(anApplication(farewells))
  const receiver = await addFailingEndpoint(application.id)
  const stays = aCustomer()
  const { event, appointment, customer, roster } = scheduled(application, { customers: [canary(), stays] })
  await service.tell(event)
  await service.quiet(appointment.id)

  const left = aRoster([stays], { version: roster.version + 1 })
  const removed = told('APParticipantRemovedEvent', {
    appointmentId: appointment.id,
    roster: left,
    participantId: customer.id,
    participantType: 'CUSTOMER',
  })
  await service.tell(removed)
  await expectNoCanary()
  const mail = await service.smtp.waitFor(
    ({ to, subject }) => to.includes(customer.email!) && subject.startsWith('No longer yours'),
  )
  expect(mail.text).toContain('Canaria')
  await service.quiet(appointment.id)
  await expectNoCanary()

  // an older event that comes late brings nothing back
  await service.tell(told('APParticipantUpdatedEvent', { appointmentId: appointment.id, roster, customer }))
  await expectNoCanary()
  const path = `/api/v2/appointments/${appointment.id}/notifications`
  const { body } = await service.call('GET', path)
  const names = body.content.map(({ recipient }) => recipient.displayName)
  expect(names).toContain('Ada Lovelace')
  expect(names).not.toContain('Canaria Canarella')
  await receiver.stop()
})

it('leaves nothing of an appointment of which no more than its removal arrived [H1.8]', async () => {
  const application = await service.know(anApplication())
  const { event, appointment } = scheduled(application, {
    customers: [canary()],
    appointment: { title: 'Canary title' },
  })
  await service.tell(told('APRemovedEvent', { appointment: next(appointment) }))
  await expectNoCanary()
  await service.tell(event)
  await expectNoCanary()
  expect(await service.rowsOf(appointment.id)).toEqual([])
})
