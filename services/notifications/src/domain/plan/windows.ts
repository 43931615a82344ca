import { DAY_MS, lengthOf, type AppointmentSnapshot, type NotificationChannel } from '@appointments/contracts'
import type { NotificationType } from '@appointments/contracts'
import type { Schedule } from './matrix.ts'

const HOUR_MS = 3_600_000
/** How long a webhook is retried. The last of its nine retries is made only if the others were early enough. */
export const WEBHOOK_WINDOW_MS = 75 * HOUR_MS
const FOLLOW_UP_WINDOW_MS = DAY_MS
const DEFAULT_MIN_LEAD = 'PT10M'
/** Tolerance for punctual messages; the dispatcher polls every second. */
const PUNCTUAL_MS = 60_000

const later = (at: Date | string, ms: number) => new Date(new Date(at).getTime() + ms)

/** Until when a notification is worth sending; afterwards nothing is tried. */
export function relevantUntil(
  type: NotificationType,
  channel: NotificationChannel,
  { start, end, room }: AppointmentSnapshot,
  { now, scheduledFor }: { now: Date; scheduledFor?: Date | undefined },
): Date {
  if (type === 'REMINDER') return new Date(start)
  if (type === 'FOLLOW_UP') return later(scheduledFor ?? now, FOLLOW_UP_WINDOW_MS)
  if (type === 'ROOM') return new Date(new Date(end) > now || !room ? end : room.expires)
  if (channel === 'WEBHOOKS') return later(now, WEBHOOK_WINDOW_MS)
  // the contact data of a removed customer is not kept for longer
  if (type === 'PARTICIPANT_REMOVED') return later(now, DAY_MS)
  return new Date(Math.max(new Date(end).getTime(), later(now, DAY_MS).getTime()))
}

/** The last moment at which a planned notification is of use. */
export function lastUse(
  { type, minLead }: Pick<Schedule, 'type' | 'minLead'>,
  { start, end }: Pick<AppointmentSnapshot, 'start' | 'end'>,
  scheduledFor: Date,
): Date {
  if (type === 'REMINDER') return later(start, -lengthOf(minLead ?? DEFAULT_MIN_LEAD))
  return type === 'ROOM' ? new Date(end) : later(scheduledFor, FOLLOW_UP_WINDOW_MS)
}

/**
 * Until when a planned notification may be sent late.
 * @param dueAt its planned time, or the time moved by quiet hours
 */
export function missedAfter(
  schedule: Schedule,
  appointment: AppointmentSnapshot,
  { scheduledFor, dueAt }: { scheduledFor: Date; dueAt: Date },
): Date {
  const punctual = later(dueAt, PUNCTUAL_MS)
  const last = lastUse(schedule, appointment, scheduledFor)
  // a reminder planned closer to the start than the minimum lead may still be punctual
  return schedule.misfire === 'SKIP' || last < punctual ? punctual : last
}

/**
 * The deadline that quiet hours must respect: the start of the appointment, and its old start if it was moved.
 * @param limits further deadlines
 */
export function usefulUntil(
  { start }: Pick<AppointmentSnapshot, 'start'>,
  { previous }: { previous?: { start?: string } | undefined },
  limits: readonly Date[],
  now: Date,
): Date {
  const starts = [start, previous?.start]
    .filter((text) => text !== undefined)
    .map((text) => new Date(text))
    .filter((at) => at > now)
  return new Date(Math.min(...[...starts, ...limits].map((at) => at.getTime())))
}
