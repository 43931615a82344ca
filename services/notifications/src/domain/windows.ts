import { DAY_MS, lengthOf, type AppointmentSnapshot, type NotificationChannel } from '@appointments/contracts'
import type { NotificationType } from '@appointments/contracts'
import type { Schedule } from './matrix.ts'

const HOUR_MS = 3_600_000
/** How long a webhook is tried. */
export const WEBHOOK_WINDOW_MS = 75 * HOUR_MS
const FOLLOW_UP_WINDOW_MS = DAY_MS
const DEFAULT_MIN_LEAD = 'PT10M'
/** How late a planned message may be that must not be late at all: the dispatcher looks every second. */
const PUNCTUAL_MS = 60_000

const later = (at: Date | string, ms: number) => new Date(new Date(at).getTime() + ms)

/** Until when a notification is worth sending; nothing is tried after that. */
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
  return new Date(Math.max(new Date(end).getTime(), later(now, DAY_MS).getTime()))
}

/** Until when a planned notification may be sent late. */
export function missedAfter(
  { type, misfire, minLead }: Schedule,
  { start, end }: AppointmentSnapshot,
  scheduledFor: Date,
): Date {
  const punctual = later(scheduledFor, PUNCTUAL_MS)
  if (misfire === 'SKIP') return punctual
  if (type === 'REMINDER') {
    // a reminder planned closer to the start than the least lead may still be punctual
    const lastMoment = later(start, -lengthOf(minLead ?? DEFAULT_MIN_LEAD))
    return lastMoment > punctual ? lastMoment : punctual
  }
  return type === 'ROOM' ? new Date(end) : later(scheduledFor, FOLLOW_UP_WINDOW_MS)
}
