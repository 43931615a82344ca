import type { NotificationChannel, NotificationType } from '@appointments/contracts'

/** How changes in quick succession are combined. */
export interface Pace {
  type: NotificationType
  channels: readonly NotificationChannel[]
  windowMs: number
  /**
   * The first change after a pause is sent immediately and delays those that follow within the window, or waits for
   * the window itself so that later ones can replace it.
   */
  first: 'AT_ONCE' | 'WAITS'
}

const PACES: readonly Pace[] = [
  // a customer who moves an appointment waits for the confirmation; a second change can wait a minute
  { type: 'RESCHEDULE', channels: ['EMAIL', 'SMS'], windowMs: 60_000, first: 'AT_ONCE' },
  // presence flickers: after a lost connection a participant leaves and rejoins within seconds
  { type: 'PARTICIPANT_UPDATED', channels: ['WEBHOOKS'], windowMs: 5000, first: 'WAITS' },
]

/** The pace of a type over a channel; undefined if every change is sent immediately. */
export const paceOf = (type: NotificationType, channel: NotificationChannel): Pace | undefined =>
  PACES.find((pace) => pace.type === type && pace.channels.includes(channel))

/**
 * When a change is sent: after the window at the latest, even if a fast clock sent the last change.
 * @param waitingUntil due time of an earlier pending change, which this one replaces
 * @param sentAt when the last change was sent
 */
export function pacedAt(
  { windowMs, first }: Pace,
  now: Date,
  { waitingUntil, sentAt }: { waitingUntil?: Date | undefined; sentAt?: Date | undefined },
): Date {
  const later = (at: Date) => new Date(at.getTime() + windowMs)
  const own = later(now)
  if (first === 'WAITS') {
    // a new change never delays a pending one, or constant changes would never be sent
    return waitingUntil && waitingUntil < own ? waitingUntil : own
  }
  if (!sentAt || later(sentAt) <= now) return now
  return later(sentAt) < own ? later(sentAt) : own
}
