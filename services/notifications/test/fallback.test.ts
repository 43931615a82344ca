import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationSettings } from '@appointments/contracts'
import { aCustomer, anApplication, DAY_MS, HOUR_MS, scheduled } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

const START = '2027-03-09T09:00:00Z'
const END = '2027-03-09T09:30:00Z'

async function book(
  settings: Partial<NotificationSettings>,
  contact: { email?: string; phone?: string; without?: 'email' | 'phone' },
) {
  const application = await service.know(anApplication({ schedules: [], ...settings }))
  const { without, ...fields } = contact
  const customer = aCustomer(fields)
  if (without) Reflect.deleteProperty(customer, without)
  const made = scheduled(application, { customers: [customer], appointment: { start: START, end: END } })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return { ...made, customer, rows: () => service.rowsOf(made.appointment.id) }
}

const byMailThenText = { CREATE: { channels: ['EMAIL' as const], fallback: ['SMS' as const] } }

describe('a notification that fails for good on its channel', () => {
  it('is sent over the next channel, in a record that names the one it stands in for', async () => {
    const { appointment, customer } = await book(
      { types: byMailThenText },
      { email: '550@fallback.example.com', phone: '+49305551' },
    )
    const failed = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
    expect(failed).toMatchObject({ status: 'FAILED', provider_status: 'SMTP_550' })
    const standIn = await service.rowOf(appointment.id, 'CREATE', 'SMS')
    expect(standIn).toMatchObject({ status: 'PENDING', provider_status: 'queued' })
    expect(await service.storyOf(standIn.id)).toEqual([
      'created',
      'stands_in fallback',
      'claimed',
      'attempt',
      'submitted',
    ])
    const { rows } = await service.pool.query<{ message: string; stands_in_for: string }>(
      `SELECT e.message, n.context ->> 'standsInFor' AS stands_in_for FROM notification_events e
       JOIN notifications n ON n.id = e.notification_id WHERE n.id = $1 AND e.event = 'stands_in'`,
      [standIn.id],
    )
    expect(rows).toEqual([{ message: `for ${failed.id}`, stands_in_for: failed.id }])
    expect(service.twilio.messages().filter(({ to }) => to === customer.phone)).toHaveLength(1)
  })

  it('is not sent a third time if the other channel fails too', async () => {
    const { rows } = await book(
      { types: { CREATE: { channels: ['EMAIL'], fallback: ['EMAIL', 'SMS'] } } },
      { email: '550@both.example.com', phone: '+15005550001' },
    )
    expect((await rows()).map(({ channel, status }) => [channel, status]).sort()).toEqual([
      ['EMAIL', 'FAILED'],
      ['SMS', 'FAILED'],
    ])
  })

  it('is not sent twice if the customer receives it over the other channel anyway', async () => {
    const { rows, customer } = await book(
      { types: { CREATE: { channels: ['EMAIL', 'SMS'], fallback: ['SMS'] } } },
      { email: '550@twice.example.com', phone: '+49305552' },
    )
    expect(await rows()).toHaveLength(2)
    expect(service.twilio.messages().filter(({ to }) => to === customer.phone)).toHaveLength(1)
  })

  it('is not replaced if no fallback is configured or the customer has no address for it', async () => {
    const silent = await book({ types: { CREATE: { channels: ['EMAIL'] } } }, { email: '550@a.example.com' })
    expect(await silent.rows()).toHaveLength(1)
    const nowhere = await book({ types: byMailThenText }, { email: '550@b.example.com', without: 'phone' })
    expect(await nowhere.rows()).toHaveLength(1)
  })

  it('is not replaced if it can still be retried manually', async () => {
    const { appointment, rows } = await book({ types: byMailThenText }, { email: '452@c.example.com' })
    await service.exhaustRetries(appointment.id)
    expect((await rows()).map(({ channel, status }) => [channel, status])).toEqual([['EMAIL', 'FAILED']])
  })

  it('is not replaced if the same message is already planned for the other channel', async () => {
    const start = service.clock.current.getTime() + 2 * DAY_MS
    const application = await service.know(
      anApplication({
        types: { CREATE: { channels: [] }, REMINDER: { channels: ['EMAIL', 'SMS'], fallback: ['SMS'] } },
      }),
    )
    const { event, appointment } = scheduled(application, {
      customers: [aCustomer({ email: '550@later.example.com' })],
      appointment: {
        start: new Date(start).toISOString(),
        end: new Date(start + 1_800_000).toISOString(),
      },
    })
    await service.publish(event)
    service.advance(DAY_MS + 1000)
    await service.quiet(appointment.id)
    expect((await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')).status).toBe('FAILED')
    expect(await service.rowOf(appointment.id, 'REMINDER', 'SMS')).toMatchObject({
      status: 'INITIALIZED',
      planned_offset: 'PT1H',
    })
  })

  it('is replaced although an earlier reminder was delivered over the other channel', async () => {
    const start = service.clock.current.getTime() + 2 * DAY_MS
    const application = await service.know(
      anApplication({
        schedules: [
          { type: 'REMINDER', offset: 'PT24H', channels: ['EMAIL'] },
          { type: 'REMINDER', offset: 'PT1H', channels: ['SMS'] },
        ],
        types: { CREATE: { channels: [] }, REMINDER: { fallback: ['EMAIL'] } },
      }),
    )
    const { event, appointment, customer } = scheduled(application, {
      customers: [aCustomer({ phone: '+15005550001' })],
      appointment: {
        start: new Date(start).toISOString(),
        end: new Date(start + 1_800_000).toISOString(),
      },
    })
    await service.publish(event)
    service.advance(DAY_MS + 1000)
    await service.quiet(appointment.id)
    expect((await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')).status).toBe('DELIVERED')
    service.advance(DAY_MS - HOUR_MS)
    const rows = await service.quiet(appointment.id)
    expect(rows.map((row) => `${row.planned_offset} ${row.channel} ${row.status}`).sort()).toEqual([
      'PT1H EMAIL DELIVERED',
      'PT1H SMS FAILED',
      'PT24H EMAIL DELIVERED',
    ])
    const mails = service.smtp.messages().filter(({ to }) => to.includes(customer.email!))
    expect(mails).toHaveLength(2)
  })

  it('is replaced within the time window of the reminder', async () => {
    const start = new Date(service.clock.current.getTime() + 2 * DAY_MS)
    const application = await service.know(
      anApplication({
        schedules: [{ type: 'REMINDER', offset: 'PT24H', channels: ['EMAIL'] }],
        types: { CREATE: { channels: [] }, REMINDER: { fallback: ['SMS'] } },
      }),
    )
    const { event, appointment } = scheduled(application, {
      customers: [aCustomer({ email: '550@reminder.example.com' })],
      appointment: {
        start: start.toISOString(),
        end: new Date(start.getTime() + 1_800_000).toISOString(),
      },
    })
    await service.publish(event)
    service.advance(DAY_MS + 1000)
    await service.quiet(appointment.id)
    const standIn = await service.rowOf(appointment.id, 'REMINDER', 'SMS')
    const failed = await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')
    expect(standIn).toMatchObject({
      status: 'PENDING',
      planned_offset: 'PT24H',
      scheduled_for: failed.scheduled_for,
    })
    const { rows } = await service.pool.query<{ relevant_until: Date }>(
      'SELECT DISTINCT relevant_until FROM notifications WHERE id = ANY($1)',
      [[standIn.id, failed.id]],
    )
    expect(rows).toEqual([{ relevant_until: start }])
  })
})

it('uses the next channel if the customer has no address for the first one', async () => {
  const { appointment } = await book({ types: byMailThenText }, { phone: '+49305553', without: 'email' })
  const unreached = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
  expect(await service.storyOf(unreached.id)).toEqual(['created', 'cancelled no_address'])
  const standIn = await service.rowOf(appointment.id, 'CREATE', 'SMS')
  expect(standIn.status).toBe('PENDING')
  expect(await service.storyOf(standIn.id)).toContain('stands_in fallback')
})
