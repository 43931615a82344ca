import { afterAll, beforeAll, expect, it } from 'vitest'
import { notificationRecord, type Application, type NotificationType } from '@appointments/contracts'
import {
  aCaller,
  aCustomer,
  anAgent,
  anApplication,
  aRoster,
  cancelled,
  DAY_MS,
  eventOf,
  HOUR_MS,
  moved,
  next,
} from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withTwilio: false })
})
afterAll(() => service.stop())

async function book(application: Application = anApplication({ schedules: [] }), customer = aCustomer()) {
  await service.know(application)
  return { ...(await service.book(application, { customers: [customer] })), application }
}

const pathOf = (appointmentId: string, id: string) =>
  `/api/v2/appointments/${appointmentId}/notifications/${id}/resend`

async function resend(
  appointmentId: string,
  type: NotificationType,
  more: Parameters<Running['call']>[2] = {},
) {
  const [first] = (await service.rowsOf(appointmentId)).filter(
    (row) => row.type === type && row.channel === 'EMAIL',
  )
  const response = await service.call('POST', pathOf(appointmentId, first!.id), more)
  service.advance(0)
  await service.quiet(appointmentId)
  return { ...response, first: first! }
}

it('sends a new message of the same type, channel and recipient about the current appointment', async () => {
  const { appointment, customer } = await book()
  const later = next(appointment, { title: 'Another title' })
  await service.publish(eventOf('APUpdatedEvent', { appointment: later, changed: ['notes'] }))
  const { status, body, first } = await resend(appointment.id, 'CREATE')
  expect(status).toBe(202)
  expect(notificationRecord.parse(body)).toEqual(body)
  expect(body).toMatchObject({
    type: 'CREATE',
    channel: 'EMAIL',
    status: 'INITIALIZED',
    canRetry: false,
    retryCount: 0,
  })
  expect(body.id).not.toBe(first.id)
  const rows = (await service.rowsOf(appointment.id)).filter(({ type }) => type === 'CREATE')
  expect(rows.map(({ status: one }) => one)).toEqual(['DELIVERED', 'DELIVERED'])
  expect(await service.storyOf(body.id)).toEqual(['created', 'repeats', 'claimed', 'attempt', 'delivered'])
  const mails = service.smtp.messages().filter(({ to }) => to.includes(customer.email!))
  expect(mails).toHaveLength(2)
  expect(mails.at(-1)!.text).toContain('Another title')
})

it('shows the time before a move in a resent message', async () => {
  const { appointment, customer } = await book()
  await service.publish(moved(appointment, 1).event)
  await service.quiet(appointment.id)
  expect((await resend(appointment.id, 'RESCHEDULE')).status).toBe(202)
  const [, first, again] = service.smtp.messages().filter(({ to }) => to.includes(customer.email!))
  expect(again!.text).toBe(first!.text)
})

it('sends to the current address of the customer', async () => {
  const { appointment, customer, roster } = await book(
    anApplication({ schedules: [] }),
    aCustomer({ email: '550@wrong.example.com' }),
  )
  const fixed = { ...customer, email: 'right@example.com' }
  await service.publish(
    eventOf('APParticipantUpdatedEvent', {
      appointmentId: appointment.id,
      roster: aRoster([fixed], { version: roster.version + 1 }),
      customer: fixed,
    }),
  )
  expect((await resend(appointment.id, 'CREATE')).status).toBe(202)
  expect(service.smtp.messages().some(({ to }) => to.includes('right@example.com'))).toBe(true)
})

it('allows three resends per hour to an address, and does not count repeated idempotency keys', async () => {
  const customer = aCustomer()
  const { appointment, application } = await book(anApplication({ schedules: [] }), customer)
  for (const key of ['one', 'one', 'two', 'two'])
    expect((await resend(appointment.id, 'CREATE', { key })).status).toBe(202)
  // another appointment of the same customer
  const second = await book(application, { ...aCustomer(), email: customer.email! })
  expect((await resend(second.appointment.id, 'CREATE')).status).toBe(202)
  for (const { id } of [appointment, second.appointment]) {
    const { status, body, headers } = await resend(id, 'CREATE')
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const elsewhere = await book(anApplication({ schedules: [] }), { ...aCustomer(), email: customer.email! })
  expect((await resend(elsewhere.appointment.id, 'CREATE')).status).toBe(202)
  expect((await service.rowsOf(appointment.id)).filter(({ type }) => type === 'CREATE')).toHaveLength(3)
  service.advance(HOUR_MS)
  expect((await resend(appointment.id, 'CREATE')).status).toBe(202)
})

it('counts concurrent requests for one address correctly', async () => {
  const { appointment } = await book()
  const { id } = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => service.call('POST', pathOf(appointment.id, id))),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429, 429])
})

it('waits for an erasure that has begun, and stores nothing', async () => {
  const { appointment } = await book()
  const { id } = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
  const erasing = await service.pool.connect()
  try {
    await erasing.query('BEGIN')
    await erasing.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [appointment.id])
    const response = service.call('POST', pathOf(appointment.id, id))
    await expect
      .poll(
        async () => {
          const { rowCount } = await erasing.query(
            `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
             WHERE datname = current_database() AND NOT granted`,
          )
          return rowCount
        },
        { timeout: 10_000 },
      )
      .toBe(1)
    await erasing.query('DELETE FROM notifications WHERE appointment_id = $1', [appointment.id])
    await erasing.query('COMMIT')
    expect((await response).body.code).toBe('NOTIFICATION_NOT_FOUND')
    expect(await service.rowsOf(appointment.id)).toEqual([])
  } finally {
    erasing.release()
  }
})

it('rejects a resend if the appointment is closed or over', async () => {
  const closed = await book()
  await service.publish(cancelled(closed.appointment).event)
  await service.quiet(closed.appointment.id)
  for (const type of ['CREATE', 'CANCELLED'] as const) {
    const { status, body } = await resend(closed.appointment.id, type)
    expect([status, body.code]).toEqual([409, 'NOT_RESENDABLE'])
  }
  const over = await book()
  service.advance(4 * DAY_MS)
  expect((await resend(over.appointment.id, 'CREATE')).body.code).toBe('NOT_RESENDABLE')
})

it('rejects a resend with the reason if the message would not be sent, and stores nothing', async () => {
  const nowhere = await book(anApplication({ schedules: [] }), aCustomer({ unproved: ['email'] }))
  const stopped = await book()
  const caller = aCaller({ roles: ['ROLE_CLIENT_SERVICE'] })
  await service.call('POST', `/api/v2/applications/${stopped.application.id}/suppressions`, {
    caller,
    body: { channel: 'EMAIL', address: stopped.customer.email, reason: 'MANUAL' },
  })
  const off = await book()
  await service.know({
    ...off.application,
    version: 3,
    notifications: { active: true, types: { CREATE: { channels: ['SMS'] } } },
  })
  for (const [{ appointment }, why, messageReason] of [
    [nowhere, 'not verified', 'address_unproved'],
    [stopped, 'suppressed by a user', 'address_suppressed'],
    [off, 'switched off', 'channel_disabled'],
  ] as const) {
    const before = await service.rowsOf(appointment.id)
    const { status, text, body } = await resend(appointment.id, 'CREATE')
    expect([status, body.messageReason]).toEqual([409, messageReason])
    expect(text).toContain(why)
    expect(await service.rowsOf(appointment.id)).toEqual(before)
  }
})

it('rejects a resend of a reminder after the start of its appointment', async () => {
  const schedules = [{ type: 'REMINDER' as const, offset: 'PT24H', channels: ['EMAIL' as const] }]
  const { appointment } = await book(anApplication({ schedules }))
  service.advance(2 * DAY_MS)
  await service.quiet(appointment.id)
  service.advance(DAY_MS + 5 * 60_000)
  const before = await service.rowsOf(appointment.id)
  const { status, body } = await resend(appointment.id, 'REMINDER')
  expect([status, body.code, body.messageReason]).toEqual([409, 'NOT_RESENDABLE', 'missed_window'])
  expect(await service.rowsOf(appointment.id)).toEqual(before)
})

it('rejects a resend of a webhook', async () => {
  const application = await service.know(anApplication({ schedules: [] }))
  await service.listen(application.id)
  const { appointment } = await book(application)
  const { id } = await service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')
  expect((await service.call('POST', pathOf(appointment.id, id))).body.code).toBe('NOT_RESENDABLE')
})

it('responds with 404 to unassigned agents and other organizations', async () => {
  const { appointment } = await book()
  const unassigned = await resend(appointment.id, 'CREATE', { caller: anAgent('agent-8') })
  expect([unassigned.status, unassigned.body.code]).toEqual([404, 'NOTIFICATION_NOT_FOUND'])
  const foreign = await resend(appointment.id, 'CREATE', { caller: aCaller({ organizationId: 'org-2' }) })
  expect(foreign.body.code).toBe('APPOINTMENT_NOT_FOUND')
  const other = await book()
  const { id: ofOther } = await service.rowOf(other.appointment.id, 'CREATE', 'EMAIL')
  for (const id of ['ntf_x', ofOther]) {
    const unknown = await service.call('POST', pathOf(appointment.id, id))
    expect(unknown.body.code).toBe('NOTIFICATION_NOT_FOUND')
  }
})
