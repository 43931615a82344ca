import { isLocalDateTime } from '@appointments/contracts'
import { Temporal } from 'temporal-polyfill'

/**
 * The instant that an end of an exception means: itself, or the wall-clock time in a zone. A time that a change of
 * the clock skips is moved by the length of the gap; of a repeated one the first counts.
 * @param text valid, as the contract checks it
 */
export function instantIn(text: string, zone: string): Date {
  const at = isLocalDateTime(text)
    ? Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant()
    : Temporal.Instant.from(text.toUpperCase())
  return new Date(at.epochMilliseconds)
}
