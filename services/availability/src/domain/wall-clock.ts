import { canonicalZone, isLocalDateTime } from '@appointments/contracts'
import { Temporal } from 'temporal-polyfill'

/**
 * The instant of an end of an exception, which is either an instant or a wall-clock time in a zone. A time that the
 * clock skips is moved by the length of the gap. If the clock repeats a time, the first one counts.
 * @param text valid, as the contract checks it
 */
export function instantIn(text: string, zone: string): Date {
  const at = isLocalDateTime(text)
    ? Temporal.PlainDateTime.from(text).toZonedDateTime(canonicalZone(zone)).toInstant()
    : Temporal.Instant.from(text)
  return new Date(at.epochMilliseconds)
}

/**
 * The instants of an exception. In another zone than the one it was written for, the clock may skip the beginning,
 * which can then be moved past the end. The end moves with it, so that the exception keeps its length.
 */
export function rangeIn(
  { from, until }: { from: string; until: string },
  zone: string,
): { startsAt: Date; endsAt: Date } {
  const [startsAt, endsAt] = [instantIn(from, zone), instantIn(until, zone)]
  if (startsAt < endsAt) return { startsAt, endsAt }
  // UTC skips nothing, so this is the length as it was written
  const length = instantIn(until, 'UTC').getTime() - instantIn(from, 'UTC').getTime()
  return { startsAt, endsAt: new Date(startsAt.getTime() + length) }
}
