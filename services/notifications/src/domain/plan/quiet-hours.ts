import { Temporal } from 'temporal-polyfill'
import {
  canonicalZone,
  type Application,
  type NotificationChannel,
  type NotificationType,
} from '@appointments/contracts'
import { isEssential } from './essential.ts'

export interface QuietHours {
  /** Clock time at which they begin, such as `21:00`. */
  start: string
  end: string
  zone: string
  whenDeadline: 'PULL_FORWARD' | 'SEND_ANYWAY' | 'SKIP'
}

/** Quiet hours of a type over a channel, if any. */
export function quietHoursFor(
  application: Pick<Application, 'notifications' | 'defaultTimezone'>,
  type: NotificationType,
  channel: NotificationChannel,
  appointmentZone: string,
): QuietHours | undefined {
  const { quietHours, types, defaultTimezone } = application.notifications
  if (!quietHours?.enabled || !quietHours.channels.includes(channel)) return undefined
  if (types?.[type]?.bypassQuietHours || quietHours.start === quietHours.end) return undefined
  const own = defaultTimezone ?? application.defaultTimezone ?? 'UTC'
  return {
    ...quietHours,
    zone: quietHours.zone === 'APPLICATION' ? own : appointmentZone,
    whenDeadline: whenDeadlineFor(type, quietHours.whenDeadline),
  }
}

/** Essential messages are never skipped, and a room link is useless on the evening before its room opens. */
function whenDeadlineFor(type: NotificationType, wanted: QuietHours['whenDeadline']) {
  const isImpossible = type === 'ROOM' ? wanted !== 'SEND_ANYWAY' : isEssential(type) && wanted === 'SKIP'
  return isImpossible ? 'SEND_ANYWAY' : wanted
}

/**
 * When a message due at `at` may be sent: after the quiet hours, or before them if their end would be too late.
 * Undefined if it must be skipped.
 * @param deadline when the message becomes useless
 */
export function outsideQuietHours(at: Date, quiet: QuietHours, deadline: Date, now: Date): Date | undefined {
  const night = nightAround(at, quiet)
  if (!night) return at
  if (night.ends < deadline) return night.ends
  if (quiet.whenDeadline === 'SKIP') return undefined
  const evening = new Date(night.begins.getTime() - 60_000)
  return quiet.whenDeadline === 'PULL_FORWARD' && evening >= now ? evening : at
}

function nightAround(
  at: Date,
  { start, end, ...quiet }: QuietHours,
): { begins: Date; ends: Date } | undefined {
  const zone = canonicalZone(quiet.zone)
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  const day = local.toPlainDate()
  const overMidnight = end < start
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const isQuiet = overMidnight ? time >= start || time < end : time >= start && time < end
  if (!isQuiet) return undefined
  const beganYesterday = overMidnight && time < end
  const firstDay = beganYesterday ? day.subtract({ days: 1 }) : day
  const lastDay = overMidnight && !beganYesterday ? day.add({ days: 1 }) : day
  const begins = shownAt(firstDay, start, zone, 'earlier').findLast((moment) => moment <= at)
  const ends = shownAt(lastDay, end, zone, 'later').find((moment) => moment > at)
  return begins && ends && { begins, ends }
}

/**
 * The moments of a day at which clocks show a time: two if clocks are set back over that time. If clocks skip it, the
 * result is the moment that is earlier or later by the length of the gap.
 */
function shownAt(day: Temporal.PlainDate, time: string, zone: string, skipped: 'earlier' | 'later'): Date[] {
  const shown = day.toPlainDateTime(Temporal.PlainTime.from(time))
  const moments = (['earlier', 'later'] as const)
    .map((disambiguation) => shown.toZonedDateTime(zone, { disambiguation }))
    .filter((moment) => moment.toPlainDateTime().equals(shown))
  return (moments.length > 0 ? moments : [shown.toZonedDateTime(zone, { disambiguation: skipped })]).map(
    ({ epochMilliseconds }) => new Date(epochMilliseconds),
  )
}
