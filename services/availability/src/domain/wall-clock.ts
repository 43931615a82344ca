import { isLocalDateTime } from '@appointments/contracts'
import { Temporal } from 'temporal-polyfill'

/**
 * The instant of an end of an exception, which is either an instant or a wall-clock time in a zone. A time that the
 * clock skips is moved by the length of the gap. If the clock repeats a time, the first one counts.
 * @param text valid, as the contract checks it
 */
export function instantIn(text: string, zone: string): Date {
  const at = isLocalDateTime(text)
    ? Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant()
    : Temporal.Instant.from(text.toUpperCase())
  return new Date(at.epochMilliseconds)
}
