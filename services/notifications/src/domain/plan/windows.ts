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
  // the contact of somebody who was removed is not kept for longer
  if (type === 'PARTICIPANT_REMOVED') return later(now, DAY_MS)
  return new Date(Math.max(new Date(end).getTime(), later(now, DAY_MS).getTime()))
}

/** The last moment at which a planned notification is of use, however it comes to be late. */
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
 * @param dueAt its planned time, or what quiet hours made of it
 */
export function missedAfter(
  schedule: Schedule,
  appointment: AppointmentSnapshot,
  { scheduledFor, dueAt }: { scheduledFor: Date; dueAt: Date },
): Date {
  const punctual = later(dueAt, PUNCTUAL_MS)
  const last = lastUse(schedule, appointment, scheduledFor)
  // a reminder planned closer to the start than the least lead may still be punctual
  return schedule.misfire === 'SKIP' || last < punctual ? punctual : last
}

/**
 * Until when a message to a person is of use, as far as quiet hours go: before the appointment it is about, at its
 * old time as well as at its new one.
 * @param limits further moments after which it is of none
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
