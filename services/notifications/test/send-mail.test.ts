import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anApplication, aCustomer, DAY_MS, scheduled, cancelled, moved } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withTwilio: false })
})
afterAll(() => service.stop())
beforeEach(() => service.smtp.clear())

/** Books for a customer with this local part, which selects the behaviour of the mail server. */
async function book(
  localPart: string,
  notifications: Parameters<typeof anApplication>[0] = { schedules: [] },
) {
  const application = await service.know(anApplication(notifications))
  const customer = aCustomer({ email: `${localPart}@example.com` })
  const made = scheduled(application, {
    customers: [customer],
    appointment: {
      start: new Date(service.clock.current.getTime() + 3 * DAY_MS).toISOString(),
      end: new Date(service.clock.current.getTime() + 3 * DAY_MS + 1_800_000).toISOString(),
    },
  })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return { ...made, row: () => service.rowOf(made.appointment.id, 'CREATE', 'EMAIL') }
}

it.each([
  ['jörg@example.com', 'jörg@example.com'],
  // the mail server decodes the domain, whatever the client sent
  ['ada@xn--mnchen-3ya.example', 'ada@münchen.example'],
  // the test server accepts no space in a quoted local part
  [String.raw`"a\"b"@example.com`, String.raw`"a\"b"@example.com`],
])('reaches %s [H5.7]', async (email, received) => {
  const application = await service.know(anApplication({ schedules: [] }))
  const made = scheduled(application, { customers: [aCustomer({ email })] })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  expect((await service.rowOf(made.appointment.id, 'CREATE', 'EMAIL')).status).toBe('DELIVERED')
  expect(service.smtp.messages().map(({ to }) => to)).toEqual([[received]])
})

describe('a mail server that rejects a message', () => {
  it('causes a retry with the same Message-ID after a temporary error, until delivered [6.3, 2.7 nextRetryAt]', async () => {
    const { appointment, row } = await book('greylist')
    const waiting = await row()
    expect(waiting).toMatchObject({
      status: 'PENDING',
      provider_status: 'SMTP_451',
      retry_count: 1,
      attempt_no: 1,
    })
    expect(waiting.next_retry_at).toEqual(waiting.due_at)
    const waitMs = waiting.next_retry_at!.getTime() - service.clock.current.getTime()
    expect(waitMs).toBeGreaterThanOrEqual(24_000)
    expect(waitMs).toBeLessThanOrEqual(36_000)

    service.advance(40_000)
    await service.quiet(appointment.id)
    const done = await row()
    expect(done).toMatchObject({ status: 'DELIVERED', retry_count: 1, attempt_no: 2, next_retry_at: null })
    expect(service.smtp.messages()[0]!.headers['message-id']).toBe(`<${done.id}@appointments.example>`)
    expect(await service.storyOf(done.id)).toEqual([
      'created',
      'claimed',
      'attempt',
      'retry_scheduled',
      'claimed',
      'attempt',
      'delivered',
    ])
  })

  it('causes an immediate failure after a permanent error, without naming the address', async () => {
    const { row } = await book('550')
    const failed = await row()
    expect(failed).toMatchObject({
      status: 'FAILED',
      provider_status: 'SMTP_550',
      retry_count: 0,
      due_at: null,
    })
    expect(failed.message).not.toContain('@')
  })

  it('causes a failure when all retries are used up', async () => {
    const { appointment, row } = await book('452')
    await service.exhaustRetries(appointment.id)
    expect(await row()).toMatchObject({
      status: 'FAILED',
      retry_count: 6,
      attempt_no: 7,
      next_retry_at: null,
    })
    expect((await service.storyOf((await row()).id)).at(-1)).toBe('failed attempts_exhausted')
  })

  it('counts no attempt if it rejects the sender, because the configuration is at fault', async () => {
    service.smtp.script({ at: 'mail', does: { reply: 550, text: '5.7.1 sender not allowed' } })
    const { appointment, row } = await book('ada')
    expect(await row()).toMatchObject({
      status: 'PENDING',
      provider_status: 'WAITING',
      retry_count: 0,
      attempt_no: 0,
      message: expect.stringContaining('sender not allowed') as string,
    })
    service.advance(6000)
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({ status: 'DELIVERED', attempt_no: 1 })
  })

  it('causes a retry with the same Message-ID if the outcome is unknown', async () => {
    service.smtp.script({ at: 'end', does: 'reset' })
    const { appointment, row } = await book('ada')
    const lost = await row()
    expect(lost.status).toBe('PENDING')
    expect(await service.storyOf(lost.id)).toContain('attempt outcome_unknown')
    service.advance(40_000)
    await service.quiet(appointment.id)
    expect((await row()).status).toBe('DELIVERED')
    const ids = service.smtp.messages().map(({ headers }) => headers['message-id'])
    expect(new Set(ids)).toEqual(new Set([`<${lost.id}@appointments.example>`]))
  })
})

describe('a mail over time', () => {
  it('is sent as a reminder when it is due, and not before', async () => {
    const { appointment, customer } = await book('reminded', {})
    const reminder = () => service.rowOf(appointment.id, 'REMINDER', 'EMAIL')
    service.advance(2 * DAY_MS - 60_000)
    await service.quiet(appointment.id)
    expect((await reminder()).status).toBe('INITIALIZED')
    service.advance(61_000)
    await service.quiet(appointment.id)
    expect((await reminder()).status).toBe('DELIVERED')
    const mail = service.smtp.messages().find(({ subject }) => subject.startsWith('Reminder'))
    expect(mail!.to).toEqual([customer.email])
    expect(mail!.attachments).toEqual([])
  })

  it('is cancelled when it would be too late', async () => {
    const { appointment } = await book('late', {})
    service.advance(3 * DAY_MS - 5 * 60_000)
    await service.quiet(appointment.id)
    const row = await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')
    expect(row.status).toBe('CANCELLED')
    expect(await service.storyOf(row.id)).toEqual(['created', 'claimed', 'cancelled missed_window'])
  })

  const twoReminders: Parameters<typeof book>[1] = {
    schedules: [
      { type: 'REMINDER', offset: 'PT24H', channels: ['EMAIL'] },
      { type: 'REMINDER', offset: 'PT2H', channels: ['EMAIL'] },
    ],
  }

  it('is sent only for the reminder nearest to the start if several are overdue', async () => {
    const { appointment } = await book('several', twoReminders)
    service.advance(3 * DAY_MS - 3_600_000)
    const rows = await service.quiet(appointment.id)
    const reminders = rows.filter(({ type }) => type === 'REMINDER')
    expect(reminders.map(({ planned_offset, status }) => [planned_offset, status]).sort()).toEqual([
      ['PT24H', 'CANCELLED'],
      ['PT2H', 'DELIVERED'],
    ])
  })

  it('is not sent for a reminder if a later one has been sent already', async () => {
    const { appointment } = await book('overtaken', twoReminders)
    service.advance(3 * DAY_MS - 3_600_000)
    await service.quiet(appointment.id)
    // as if it had been rejected temporarily before the later one was due
    const { rowCount } = await service.pool.query(
      `UPDATE notifications SET status = 'PENDING', attempt_no = 1, retry_count = 1, next_retry_at = $2, due_at = $2
       WHERE appointment_id = $1 AND planned_offset = 'PT24H'`,
      [appointment.id, service.clock.now()],
    )
    expect(rowCount).toBe(1)
    service.advance(1000)
    const rows = await service.quiet(appointment.id)
    const earlier = rows.find(({ planned_offset }) => planned_offset === 'PT24H')
    expect(earlier?.status).toBe('CANCELLED')
    expect((await service.storyOf(earlier!.id)).at(-1)).toBe('cancelled coalesced')
    expect(service.smtp.messages().filter(({ subject }) => subject.startsWith('Reminder'))).toHaveLength(1)
  })

  it('is cancelled while waiting for a retry if the appointment is cancelled', async () => {
    const { appointment, row } = await book('452')
    await service.publish(cancelled(appointment).event)
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({ status: 'CANCELLED', next_retry_at: null, due_at: null })
    expect((await service.storyOf((await row()).id)).at(-1)).toBe('cancelled appointment_over')
  })

  it('is not sent as a reminder during quiet hours', async () => {
    const quietHours = {
      enabled: true,
      start: '21:00',
      end: '08:00',
      zone: 'APPOINTMENT' as const,
      channels: ['EMAIL' as const],
      whenDeadline: 'PULL_FORWARD' as const,
    }
    const application = await service.know(
      anApplication({ quietHours, schedules: [{ type: 'REMINDER', offset: 'PT12H', channels: ['EMAIL'] }] }),
    )
    const { event, appointment } = scheduled(application, {
      // 10:00 in Berlin, so that the reminder would be due at 22:00
      appointment: { start: '2027-02-07T09:00:00Z', end: '2027-02-07T09:30:00Z' },
    })
    await service.publish(event)
    const row = await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')
    expect(row.scheduled_for).toEqual(new Date('2027-02-06T21:00:00Z'))
    expect(row.due_at).toEqual(new Date('2027-02-07T07:00:00Z'))
    expect(await service.storyOf(row.id)).toEqual(['created', 'deferred quiet_hours'])
  })
})

describe('a replica that crashes while sending', () => {
  it('leaves its notification to another replica, which counts an attempt with an unknown outcome', async () => {
    service.smtp.script({ at: 'rcpt', does: { reply: 451 }, to: 'abandoned' })
    const { appointment, row } = await book('abandoned')
    const before = await row()
    // as another replica would leave it if killed while sending
    await service.pool.query(
      `UPDATE notifications SET lease_token = 'lost-replica', lease_until = $2, due_at = NULL, next_retry_at = NULL
       WHERE id = $1`,
      [before.id, new Date(service.clock.current.getTime() + 90_000)],
    )
    service.advance(89_000)
    expect((await row()).lease_token).toBe('lost-replica')
    service.advance(2000)
    await expect.poll(async () => (await row()).lease_token).toBeNull()
    expect((await row()).attempt_no).toBe(2)
    expect(await service.storyOf(before.id)).toContain('attempt outcome_unknown')
    service.advance(200_000)
    await service.quiet(appointment.id)
    expect((await row()).status).toBe('DELIVERED')
  })

  it('has its reminder cancelled if the appointment moved meanwhile', async () => {
    const { appointment } = await book('inflight', {
      schedules: [{ type: 'REMINDER', offset: 'PT24H', channels: ['EMAIL'] }],
    })
    const { id } = await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')
    service.advance(2 * DAY_MS + 1000)
    await service.quiet(appointment.id)
    // leased by a replica that crashes while the appointment moves
    await service.pool.query(
      `UPDATE notifications SET status = 'PENDING', lease_token = 'lost-replica', lease_until = $2, due_at = NULL
       WHERE id = $1`,
      [id, new Date(service.clock.current.getTime() + 90_000)],
    )
    await service.publish(moved(appointment, 1).event)
    service.advance(91_000)
    const story = () => service.storyOf(id)
    await expect.poll(story).toContain('attempt outcome_unknown')
    service.advance(60_000)
    await service.quiet(appointment.id)
    expect((await story()).at(-1)).toBe('cancelled superseded')
  })

  it('several replicas send each message once', async () => {
    const second = await service.start()
    try {
      const application = await service.know(anApplication({ schedules: [] }))
      const customers = Array.from({ length: 20 }, () => aCustomer())
      const { event, appointment } = scheduled(application, { customers })
      await service.publish(event, moved(appointment, 1).event)
      await service.quiet(appointment.id)
      const rows = await service.rowsOf(appointment.id)
      expect(rows.every(({ status, attempt_no }) => status === 'DELIVERED' && attempt_no === 1)).toBe(true)
      const ids = service.smtp.messages().map(({ headers }) => headers['message-id'])
      expect(ids).toHaveLength(40)
      expect(new Set(ids).size).toBe(40)
    } finally {
      await second.stop()
    }
  })
})
