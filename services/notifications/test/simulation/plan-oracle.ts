import type {
  Application,
  AppointmentSnapshot,
  NotificationChannel,
  NotificationType,
} from '@appointments/contracts'
import { dayEnds, isNight, nightEnds, shifted, type Night } from './zone-oracle.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const ESSENTIAL: NotificationType[] = ['CANCELLED', 'RESCHEDULE', 'ROOM', 'PARTICIPANT_REMOVED']

type Settings = Application['notifications']
export type Schedule = NonNullable<Settings['schedules']>[number]

/** Default channels of each type (notifications.md has the same table). */
const USUAL: Partial<Record<NotificationType, NotificationChannel[]>> = {
  CREATE: ['EMAIL', 'WEBHOOKS'],
  UPDATE: ['EMAIL', 'WEBHOOKS'],
  RESCHEDULE: ['EMAIL', 'SMS', 'WEBHOOKS'],
  ROOM: ['EMAIL', 'SMS', 'WEBHOOKS'],
  REMINDER: ['EMAIL', 'SMS'],
  CANCELLED: ['EMAIL', 'SMS', 'WEBHOOKS'],
  FOLLOW_UP: [],
  PARTICIPANT_ADDED: ['EMAIL', 'WEBHOOKS'],
  PARTICIPANT_REMOVED: ['EMAIL', 'WEBHOOKS'],
}

export const channelsOf = ({ types }: Settings, type: NotificationType): NotificationChannel[] =>
  types?.[type]?.channels ?? USUAL[type] ?? ['WEBHOOKS']

/** Plan entries of an application, one for each channel. */
export function planOf(settings: Settings): { schedule: Schedule; channel: NotificationChannel }[] {
  const usual: Schedule[] = [
    { type: 'REMINDER', offset: 'PT24H', channels: ['EMAIL', 'WEBHOOKS'] },
    { type: 'REMINDER', offset: 'PT1H', channels: ['SMS'] },
    { type: 'FOLLOW_UP', offset: 'PT2H', channels: ['EMAIL', 'SMS', 'WEBHOOKS'] },
  ]
  return (settings.schedules ?? usual).flatMap((schedule) => {
    const allowed = settings.schedules
      ? settings.types?.[schedule.type]?.channels
      : channelsOf(settings, schedule.type)
    return schedule.channels
      .filter((channel) => allowed?.includes(channel) ?? true)
      .map((channel) => ({ schedule, channel }))
  })
}

export const isOn = (settings: Settings, type: NotificationType, channel: NotificationChannel): boolean =>
  settings.active &&
  (channelsOf(settings, type).includes(channel) ||
    planOf(settings).some((entry) => entry.schedule.type === type && entry.channel === channel))

/** Whole days and exact milliseconds of an offset. */
function lengthOf(offset: string): { days: number; exactMs: number } {
  const [, days = '0', hours = '0', minutes = '0'] =
    /^P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:0S)?)?$/.exec(offset) ?? []
  const whole = Math.floor(Number(days))
  const exactMs = (Number(days) - whole) * DAY_MS + Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS
  return { days: whole, exactMs }
}

/** When a planned message is due for an appointment, in epoch milliseconds. */
export function plannedAt(
  { type, offset }: Pick<Schedule, 'type' | 'offset'>,
  { start, end, timezone }: Pick<AppointmentSnapshot, 'start' | 'end' | 'timezone'>,
): number {
  const { days, exactMs } = lengthOf(offset)
  return type === 'FOLLOW_UP'
    ? shifted(Date.parse(end), timezone, 1, days, exactMs)
    : shifted(Date.parse(start), timezone, -1, days, exactMs)
}

/** The quiet hours that apply to a message, if any. */
export function nightFor(
  { notifications, defaultTimezone }: Application,
  type: NotificationType,
  channel: NotificationChannel,
  zone: string,
): (Night & { whenDeadline: string }) | undefined {
  const { quietHours, types } = notifications
  if (!quietHours?.enabled || !quietHours.channels.includes(channel) || types?.[type]?.bypassQuietHours)
    return undefined
  const own = notifications.defaultTimezone ?? defaultTimezone ?? 'UTC'
  const night = { ...quietHours, zone: quietHours.zone === 'APPLICATION' ? own : zone }
  // essential messages are always sent, and a room link is useless on the evening before
  const mustGo = type === 'ROOM' || (ESSENTIAL.includes(type) && night.whenDeadline === 'SKIP')
  return mustGo ? { ...night, whenDeadline: 'SEND_ANYWAY' } : night
}

/** The due time of a message planned for `at`; undefined if quiet hours cancel it. */
export function dueOutsideNight(
  at: number,
  night: ReturnType<typeof nightFor>,
  deadline: number,
  now: number,
): number | undefined {
  if (!night || !isNight(at, night)) return at
  const morning = nightEnds(at, night)
  if (morning < deadline) return morning
  if (night.whenDeadline === 'SKIP') return undefined
  const evening = dayEnds(at, night)
  return night.whenDeadline === 'PULL_FORWARD' && evening >= now ? evening : at
}

/** Latest time of a first attempt of a planned message, apart from quiet hours. */
export function latestFor(
  { type, minLead = 'PT10M' }: Schedule,
  { start, end }: AppointmentSnapshot,
  scheduledFor: number,
): number {
  if (type === 'ROOM') return Date.parse(end)
  if (type === 'FOLLOW_UP') return scheduledFor + DAY_MS
  const { days, exactMs } = lengthOf(minLead)
  return Date.parse(start) - days * DAY_MS - exactMs
}

/** The moment before which a night must end: the next start, old or new, or `until`. */
export const nightDeadline = (starts: readonly (string | undefined)[], until: number, now: number): number =>
  Math.min(until, ...starts.map((start) => Date.parse(start ?? '')).filter((at) => at > now))

/** Until when a message may be attempted at all. */
export function worthUntil(
  type: NotificationType,
  channel: NotificationChannel,
  { start, end, room }: AppointmentSnapshot,
  now: number,
  scheduledFor: number | undefined,
): number {
  if (type === 'REMINDER') return Date.parse(start)
  if (type === 'FOLLOW_UP') return (scheduledFor ?? now) + DAY_MS
  if (type === 'ROOM') return Date.parse(end) > now || !room ? Date.parse(end) : Date.parse(room.expires)
  if (channel === 'WEBHOOKS') return now + 75 * HOUR_MS
  return type === 'PARTICIPANT_REMOVED' ? now + DAY_MS : Math.max(Date.parse(end), now + DAY_MS)
}
