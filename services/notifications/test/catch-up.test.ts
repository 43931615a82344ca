import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationSettings } from '@appointments/contracts'
import { activated, anApplication, HOUR_MS, next, scheduled, eventOf } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

const MINUTE_MS = 60_000

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withTwilio: false })
})
afterAll(() => service.stop())

type Schedule = NonNullable<NotificationSettings['schedules']>[number]

/** Books an appointment that starts in three hours. */
async function book(schedule: Schedule, more: Partial<NotificationSettings> = {}) {
  const application = await service.know(
    anApplication({ schedules: [schedule], types: { CREATE: { channels: [] } }, ...more }),
  )
  const start = service.clock.current.getTime() + 3 * HOUR_MS
  const made = scheduled(application, {
    appointment: { start: new Date(start).toISOString(), end: new Date(start + HOUR_MS).toISOString() },
  })
  await service.publish(made.event)
  return { ...made, application, row: () => service.rowOf(made.appointment.id, schedule.type, 'EMAIL') }
}

/** Simulates an outage: no dispatcher looks for due records in the meantime. */
async function downFor(ms: number, appointmentId: string) {
  service.advance(ms)
  await service.quiet(appointmentId)
}

const anHourBefore = (more: Partial<Schedule> = {}): Schedule => ({
  type: 'REMINDER',
  offset: 'PT1H',
  channels: ['EMAIL'],
  ...more,
})

const lastStep = async (id: string) => (await service.storyOf(id)).at(-1)

describe('messages that fell due during an outage', () => {
  it.each([
    ['a reminder with half an hour left', {}, 30, 'delivered'],
    ['a reminder with eleven minutes left', {}, 49, 'delivered'],
    ['a reminder with nine minutes left', {}, 51, 'cancelled missed_window'],
    ['a reminder that needs more time', { minLead: 'PT40M' }, 25, 'cancelled missed_window'],
    ['a reminder that needs less time', { minLead: 'PT1M' }, 55, 'delivered'],
    ['a punctual reminder, half a minute late', { misfire: 'SKIP' as const }, 0.5, 'delivered'],
    ['a punctual reminder, two minutes late', { misfire: 'SKIP' as const }, 2, 'cancelled missed_window'],
  ])('%s', async (_, schedule, minutesLate, outcome) => {
    const { appointment, row } = await book(anHourBefore(schedule))
    await downFor(2 * HOUR_MS + minutesLate * MINUTE_MS, appointment.id)
    expect(await lastStep((await row()).id)).toBe(outcome)
  })

  it('delivers a punctual reminder planned closer to the start than its minimum lead', async () => {
    const { appointment, row } = await book(anHourBefore({ offset: 'PT5M' }))
    await downFor(3 * HOUR_MS - 5 * MINUTE_MS + 30_000, appointment.id)
    expect(await lastStep((await row()).id)).toBe('delivered')
  })

  it('delivers the earlier of two reminders if it is too late for the other', async () => {
    const earlier = anHourBefore({ offset: 'PT2H' })
    const { appointment } = await book(earlier, { schedules: [earlier, anHourBefore({ misfire: 'SKIP' })] })
    await downFor(2 * HOUR_MS + 5 * MINUTE_MS, appointment.id)
    const rows = await service.rowsOf(appointment.id)
    expect(rows.map((row) => `${row.planned_offset} ${row.status}`).sort()).toEqual([
      'PT1H CANCELLED',
      'PT2H DELIVERED',
    ])
  })

  it('delivers a reminder that fell due before its booking arrived', async () => {
    const application = await service.know(
      anApplication({ schedules: [anHourBefore()], types: { CREATE: { channels: [] } } }),
    )
    const now = service.clock.current.getTime()
    const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString()
    const { event, appointment } = scheduled(application, { appointment: { start: at(30), end: at(60) } })
    await service.publish({ ...event, time: at(-120) })
    await service.quiet(appointment.id)
    const { id } = await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')
    expect(await lastStep(id)).toBe('delivered')
  })

  it.each([
    ['is delivered until the end', 3 * HOUR_MS + 50 * MINUTE_MS, 'delivered'],
    ['is cancelled after the end', 4 * HOUR_MS + MINUTE_MS, 'cancelled missed_window'],
  ])('a room link %s', async (_, ms, outcome) => {
    const { appointment, row } = await book({ type: 'ROOM', offset: 'PT15M', channels: ['EMAIL'] })
    await service.publish(activated(appointment, false).event)
    await downFor(ms, appointment.id)
    expect(await lastStep((await row()).id)).toBe(outcome)
  })

  it.each([
    ['is delivered for a day', 23 * HOUR_MS, 'delivered'],
    ['is cancelled after a day', 25 * HOUR_MS, 'cancelled missed_window'],
  ])('a follow-up %s', async (_, late, outcome) => {
    const { appointment, row } = await book(
      { type: 'FOLLOW_UP', offset: 'PT2H', channels: ['EMAIL'] },
      { types: { CREATE: { channels: [] }, COMPLETED: { channels: [] } } },
    )
    await service.publish(
      eventOf('APOutcomeEvent', {
        appointment: next(appointment, { outcome: 'COMPLETED' }),
        outcome: 'COMPLETED',
      }),
    )
    await downFor(6 * HOUR_MS + late, appointment.id)
    expect(await lastStep((await row()).id)).toBe(outcome)
  })
})

describe('settings that change after messages were planned', () => {
  const change = (planned: Awaited<ReturnType<typeof book>>, notifications: Partial<NotificationSettings>) =>
    service.know({
      ...planned.application,
      version: 3,
      notifications: { ...planned.application.notifications, ...notifications },
    })

  it('keep the plan if only the schedules change', async () => {
    const planned = await book(anHourBefore())
    await change(planned, { schedules: [anHourBefore({ offset: 'PT30M' })] })
    await downFor(2 * HOUR_MS + 1000, planned.appointment.id)
    expect(await lastStep((await planned.row()).id)).toBe('delivered')
  })

  it.each([
    ['the type no longer uses the channel', { types: { REMINDER: { channels: [] } } }, 'channel_disabled'],
    ['all notifications are switched off', { active: false }, 'notifications_off'],
  ])('cancel due messages once %s', async (_, settings, reason) => {
    const planned = await book(anHourBefore())
    await change(planned, settings)
    await downFor(2 * HOUR_MS + 1000, planned.appointment.id)
    expect(await service.storyOf((await planned.row()).id)).toEqual([
      'created',
      'claimed',
      `cancelled ${reason}`,
    ])
  })
})
