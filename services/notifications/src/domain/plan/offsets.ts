import { Temporal } from 'temporal-polyfill'
import { canonicalZone, DAY_MS, durationParts } from '@appointments/contracts'

/**
 * The instant at an offset before or after another. Whole days are calendar days of the zone, the rest is exact
 * time (RFC 5545, section 3.3.6): P1D before 10:00 is 10:00 the day before, even if the clocks changed in between.
 * @throws RangeError for an invalid duration
 */
export function atOffset(instant: Date, zone: string, offset: string, direction: 'BEFORE' | 'AFTER'): Date {
  const parts = durationParts(offset)
  if (!parts) throw new RangeError(`not a duration: ${offset}`)
  const sign = direction === 'BEFORE' ? -1 : 1
  const days = Math.trunc(parts.days)
  const exactMs = Math.round((parts.days - days) * DAY_MS) + parts.timeMs
  const nominal = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(canonicalZone(zone))
    .add({ days: sign * days })
  return new Date(nominal.epochMilliseconds + sign * exactMs)
}
