import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ONE_OFF_MESSAGE, type NotificationSettings, type OneOffMessage } from '@appointments/contracts'
import { newId } from '@appointments/runtime'
import { activated, aCustomer, anApplication, cancelled, HOUR_MS, moved, scheduled } from './builders.ts'
import { runNotifications, summary, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())
beforeEach(() => service.smtp.clear())

type Quiet = NonNullable<NotificationSettings['quietHours']>
const quiet = (more: Partial<Quiet> = {}): Quiet => ({
  enabled: true,
  start: '21:00',
  end: '08:00',
  zone: 'APPOINTMENT',
  channels: ['EMAIL', 'SMS'],
  whenDeadline: 'PULL_FORWARD',
  ...more,
})

/** Moves the clock forward to an instant; within this file, times only increase. */
const itIs = (instant: string): void => {
  service.advance(Date.parse(instant) - service.clock.current.getTime())
}

async function book(
  settings: Partial<NotificationSettings>,
  start: string,
  { timezone = 'Europe/Berlin', customers = [aCustomer()] } = {},
) {
  const application = await service.know(anApplication({ schedules: [], ...settings }))
  const end = new Date(Date.parse(start) + HOUR_MS / 2).toISOString()
  const made = scheduled(application, { appointment: { start, end, timezone }, customers })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return { ...made, application, email: made.customer.email! }
}

const iso = (at: Date | null) => at?.toISOString()

describe('an immediate message at night', () => {
  it('waits for the morning in the zone of the appointment or of the application', async () => {
    itIs('2027-01-05T21:30:00Z')
    const berlin = await book({ quietHours: quiet() }, '2027-01-20T09:00:00Z')
    const held = await service.rowOf(berlin.appointment.id, 'CREATE', 'EMAIL')
    expect([held.status, iso(held.due_at)]).toEqual(['INITIALIZED', '2027-01-06T07:00:00.000Z'])
    expect(await service.storyOf(held.id)).toEqual(['created', 'deferred quiet_hours'])
    // 16:30 in New York, not at night
    const newYork = await book({ quietHours: quiet() }, '2027-01-20T09:00:00Z', {
      timezone: 'America/New_York',
    })
    expect((await service.rowOf(newYork.appointment.id, 'CREATE', 'EMAIL')).status).toBe('DELIVERED')
    // 06:30 in Tokyo, the zone of the application
    const tokyo = await book(
      { defaultTimezone: 'Asia/Tokyo', quietHours: quiet({ zone: 'APPLICATION' }) },
      '2027-01-20T09:00:00Z',
      { timezone: 'America/New_York' },
    )
    const early = await service.rowOf(tokyo.appointment.id, 'CREATE', 'EMAIL')
    expect(iso(early.due_at)).toBe('2027-01-05T23:00:00.000Z')

    itIs('2027-01-06T07:00:01Z')
    await service.quiet(berlin.appointment.id)
    expect((await service.rowOf(berlin.appointment.id, 'CREATE', 'EMAIL')).status).toBe('DELIVERED')
  })

  it('is sent if quiet hours do not apply to its type or channel', async () => {
    itIs('2027-01-06T22:00:00Z')
    const bypassing = await book(
      { quietHours: quiet(), types: { CREATE: { bypassQuietHours: true } } },
      '2027-01-20T09:00:00Z',
    )
    expect((await service.rowOf(bypassing.appointment.id, 'CREATE', 'EMAIL')).status).toBe('DELIVERED')
    const onlyTexts = await book({ quietHours: quiet({ channels: ['SMS'] }) }, '2027-01-20T09:00:00Z')
    expect((await service.rowOf(onlyTexts.appointment.id, 'CREATE', 'EMAIL')).status).toBe('DELIVERED')
  })

  it('is sent immediately if the morning is after the old or the new time of the appointment', async () => {
    itIs('2027-01-07T21:00:00Z')
    // 07:30 the next morning in Berlin
    const early = await book({ quietHours: quiet() }, '2027-01-08T06:30:00Z')
    expect((await service.rowOf(early.appointment.id, 'CREATE', 'EMAIL')).status).toBe('DELIVERED')
    const moving = moved(early.appointment, 5)
    await service.publish(moving.event)
    await service.quiet(early.appointment.id)
    expect((await service.rowOf(early.appointment.id, 'RESCHEDULE', 'EMAIL')).status).toBe('DELIVERED')
    const other = await book({ quietHours: quiet() }, '2027-01-08T06:30:00Z')
    await service.publish(cancelled(other.appointment).event)
    await service.quiet(other.appointment.id)
    expect((await service.rowOf(other.appointment.id, 'CANCELLED', 'EMAIL')).status).toBe('DELIVERED')
  })

  it('is skipped if the application requests it, unless it is essential', async () => {
    itIs('2027-01-08T21:00:00Z')
    const skipping = quiet({ whenDeadline: 'SKIP' })
    const early = await book({ quietHours: skipping }, '2027-01-09T06:30:00Z')
    const skipped = await service.rowOf(early.appointment.id, 'CREATE', 'EMAIL')
    expect(await service.storyOf(skipped.id)).toEqual(['created', 'cancelled quiet_hours'])
    const { active, event } = activated(early.appointment)
    await service.publish(event)
    await service.quiet(early.appointment.id)
    expect((await service.rowOf(early.appointment.id, 'ROOM', 'EMAIL')).status).toBe('DELIVERED')
    await service.publish(cancelled(active).event)
    await service.quiet(early.appointment.id)
    expect((await service.rowOf(early.appointment.id, 'CANCELLED', 'EMAIL')).status).toBe('DELIVERED')
  })

  it('never waits if it is a one-time password', async () => {
    itIs('2027-01-09T22:00:00Z')
    const application = await service.know(
      anApplication({
        quietHours: quiet(),
        limits: { emailPerMinute: 1, smsPerSecond: 1, perRecipientPerDay: 1 },
      }),
    )
    const to = 'otp-at-night@example.com'
    const message = (): OneOffMessage => ({
      kind: 'OTP',
      applicationId: application.id,
      channel: 'EMAIL',
      to,
      code: '123456',
      expiresAt: new Date(service.clock.current.getTime() + 600_000).toISOString(),
    })
    for (let count = 0; count < 3; count += 1)
      await service.broker.publish({
        id: newId(),
        type: ONE_OFF_MESSAGE,
        key: to,
        body: message(),
        headers: {},
      })
    await expect.poll(() => service.smtp.messages().filter((mail) => mail.to.includes(to))).toHaveLength(3)
  })
})

describe('a message that falls due at night', () => {
  it('is retried in the morning', async () => {
    itIs('2027-01-10T19:59:50Z')
    const late = await book({ quietHours: quiet() }, '2027-01-20T09:00:00Z', {
      customers: [aCustomer({ email: 'greylist@night.example.com' })],
    })
    expect((await service.rowOf(late.appointment.id, 'CREATE', 'EMAIL')).status).toBe('PENDING')
    itIs('2027-01-10T20:00:40Z')
    await service.quiet(late.appointment.id)
    const held = await service.rowOf(late.appointment.id, 'CREATE', 'EMAIL')
    expect(held).toMatchObject({ status: 'PENDING', attempt_no: 1, retry_count: 1 })
    expect(iso(held.next_retry_at)).toBe('2027-01-11T07:00:00.000Z')
    expect((await service.storyOf(held.id)).at(-1)).toBe('deferred quiet_hours')
    itIs('2027-01-11T07:00:01Z')
    await service.quiet(late.appointment.id)
    expect((await service.rowOf(late.appointment.id, 'CREATE', 'EMAIL')).status).toBe('DELIVERED')
  })

  it('follows settings that changed after it was planned', async () => {
    const planned = await book(
      { schedules: [{ type: 'REMINDER', offset: 'PT12H', channels: ['EMAIL'] }] },
      '2027-01-13T09:00:00Z',
    )
    await service.know({
      ...planned.application,
      version: 3,
      notifications: { ...planned.application.notifications, quietHours: quiet() },
    })
    itIs('2027-01-12T21:00:01Z')
    await service.quiet(planned.appointment.id)
    const held = await service.rowOf(planned.appointment.id, 'REMINDER', 'EMAIL')
    expect(iso(held.due_at)).toBe('2027-01-13T07:00:00.000Z')
    expect(iso(held.scheduled_for)).toBe('2027-01-12T21:00:00.000Z')
  })
})

describe('a planned message', () => {
  const reminders = (...offsets: string[]) =>
    offsets.map((offset) => ({ type: 'REMINDER' as const, offset, channels: ['EMAIL' as const] }))

  it('is sent before the night if the morning would leave too little time, and can be sent again', async () => {
    itIs('2027-01-14T09:00:00Z')
    // the appointment is at 08:05, so a reminder at 08:00 would miss its minimum lead of ten minutes
    const { appointment } = await book(
      { quietHours: quiet(), schedules: reminders('PT3H') },
      '2027-01-15T07:05:00Z',
    )
    const row = await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')
    expect(iso(row.due_at)).toBe('2027-01-14T19:59:00.000Z')
    itIs('2027-01-14T19:59:01Z')
    await service.quiet(appointment.id)
    expect((await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')).status).toBe('DELIVERED')
    const path = `/api/v2/appointments/${appointment.id}/notifications/${row.id}/resend`
    const { status, body } = await service.call('POST', path)
    expect(status).toBe(202)
    await service.quiet(appointment.id)
    expect((await service.storyOf(body.id)).at(-1)).toBe('delivered')
  })

  it('is sent once if quiet hours move several to the same evening', async () => {
    itIs('2027-01-15T09:00:00Z')
    const { appointment, email } = await book(
      { quietHours: quiet(), schedules: reminders('PT5H', 'PT3H') },
      '2027-01-16T06:00:00Z',
    )
    service.smtp.clear()
    itIs('2027-01-15T19:59:01Z')
    const rows = (await service.quiet(appointment.id)).filter(({ type }) => type === 'REMINDER')
    expect(summary(rows)).toEqual(['REMINDER EMAIL CANCELLED', 'REMINDER EMAIL DELIVERED'])
    expect(rows.find(({ status }) => status === 'DELIVERED')!.planned_offset).toBe('PT3H')
    expect(service.smtp.messages().filter(({ to }) => to.includes(email))).toHaveLength(1)
  })

  it('is sent on time or not at all if the application requests it', async () => {
    itIs('2027-01-16T09:00:00Z')
    const start = '2027-01-17T06:00:00Z'
    const schedules = reminders('PT3H')
    const anyway = await book({ quietHours: quiet({ whenDeadline: 'SEND_ANYWAY' }), schedules }, start)
    const skip = await book({ quietHours: quiet({ whenDeadline: 'SKIP' }), schedules }, start)
    const skipped = await service.rowOf(skip.appointment.id, 'REMINDER', 'EMAIL')
    expect(await service.storyOf(skipped.id)).toEqual(['created', 'cancelled quiet_hours'])
    itIs('2027-01-17T03:00:01Z')
    await service.quiet(anyway.appointment.id)
    expect((await service.rowOf(anyway.appointment.id, 'REMINDER', 'EMAIL')).status).toBe('DELIVERED')
  })

  it('with misfire SKIP may still wait for the morning', async () => {
    itIs('2027-01-17T09:00:00Z')
    const { appointment } = await book(
      {
        quietHours: quiet(),
        schedules: reminders('PT12H').map((one) => ({ ...one, misfire: 'SKIP' as const })),
      },
      '2027-01-18T09:00:00Z',
    )
    itIs('2027-01-18T07:00:01Z')
    await service.quiet(appointment.id)
    expect((await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')).status).toBe('DELIVERED')
  })

  it('is never moved to the evening before if it contains a room link, because the room is closed then', async () => {
    itIs('2027-01-18T09:00:00Z')
    const { appointment } = await book(
      { quietHours: quiet(), schedules: [{ type: 'ROOM', offset: 'PT15M', channels: ['EMAIL'] }] },
      '2027-01-19T06:00:00Z',
    )
    const row = await service.rowOf(appointment.id, 'ROOM', 'EMAIL')
    expect(iso(row.due_at)).toBe('2027-01-19T05:45:00.000Z')
  })

  it('is sent at the local end of the night if the clocks change during it', async () => {
    itIs('2027-03-26T09:00:00Z')
    const schedules = reminders('PT7H')
    const settings = { quietHours: quiet(), schedules }
    // 10:00 in Berlin, after a night that is an hour shorter
    const spring = await book(settings, '2027-03-28T08:00:00Z')
    expect(iso((await service.rowOf(spring.appointment.id, 'REMINDER', 'EMAIL')).due_at)).toBe(
      '2027-03-28T06:00:00.000Z',
    )
    // clocks go back by half an hour on Lord Howe Island: 08:00 is 21:30 UTC instead of 21:00
    const island = await book(settings, '2027-04-04T00:00:00Z', { timezone: 'Australia/Lord_Howe' })
    expect(iso((await service.rowOf(island.appointment.id, 'REMINDER', 'EMAIL')).due_at)).toBe(
      '2027-04-03T21:30:00.000Z',
    )
  })
})
