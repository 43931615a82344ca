import type { NotificationChannel, NotificationType } from '@appointments/contracts'

/** How changes in quick succession are told as one. */
export interface Pace {
  type: NotificationType
  channels: readonly NotificationChannel[]
  windowMs: number
  /**
   * What becomes of a change after a pause: it is told at once, and only what follows within the window waits; or
   * it waits for the window itself, so that what follows can replace it.
   */
  first: 'AT_ONCE' | 'WAITS'
}

const PACES: readonly Pace[] = [
  // somebody who moves an appointment waits for the confirmation; a second change of mind can wait a minute
  { type: 'RESCHEDULE', channels: ['EMAIL', 'SMS'], windowMs: 60_000, first: 'AT_ONCE' },
  // presence flickers: somebody whose connection breaks leaves and joins within seconds
  { type: 'PARTICIPANT_UPDATED', channels: ['WEBHOOKS'], windowMs: 5000, first: 'WAITS' },
]

/** The pace of a type over a channel; undefined where everything is told at once. */
export const paceOf = (type: NotificationType, channel: NotificationChannel): Pace | undefined =>
  PACES.find((pace) => pace.type === type && pace.channels.includes(channel))

/**
 * When a change is told.
 * @param waitingUntil when an earlier change was due that is not told yet and gives way to this one
 * @param toldAt when the last change before them was told
 */
export function pacedAt(
  { windowMs, first }: Pace,
  now: Date,
  { waitingUntil, toldAt }: { waitingUntil?: Date | undefined; toldAt?: Date | undefined },
): Date {
  const later = (at: Date) => new Date(at.getTime() + windowMs)
  if (first === 'WAITS') {
    const own = later(now)
    // what follows never puts off what already waits, or constant change would never be told
    return waitingUntil && waitingUntil < own ? waitingUntil : own
  }
  return toldAt && later(toldAt) > now ? later(toldAt) : now
}
