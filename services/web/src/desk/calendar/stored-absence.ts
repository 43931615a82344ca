import { addDays, daysName } from '../../text/calendar-dates.ts'
import { oneLine } from '../../text/times.ts'
import { wallTimeAt } from '../../text/zoned-time.ts'
import type { Absence } from './calendars-api.ts'

const MIDNIGHT = /T00:00(:00)?$/
const OFFSET = /(Z|[+-]\d{2}(:?\d{2})?)$/i

/** Ends without an offset are times of the agent's own clock; they are shown as they are. */
const isLocal = ({ from }: Absence) => !OFFSET.test(from)
const milliseconds = (absence: Absence, end: 'from' | 'until') =>
  Date.parse(isLocal(absence) ? `${absence[end]}Z` : absence[end])

/** `26–27 November 2026` for whole days, otherwise day and times. */
export function absenceText(absence: Absence, zone: string, locale: string): string {
  const { from, until } = absence
  if (isLocal(absence) && MIDNIGHT.test(from) && MIDNIGHT.test(until))
    return daysName(from.slice(0, 10), addDays(until.slice(0, 10), -1), locale)
  const span = { start: milliseconds(absence, 'from'), end: milliseconds(absence, 'until') }
  return oneLine(span, isLocal(absence) ? 'UTC' : zone, locale)
}

/** Whether an absence has not ended before a day begins. */
export function isFrom(day: string, absence: Absence, zone: string): boolean {
  const last = wallTimeAt(milliseconds(absence, 'until') - 1, isLocal(absence) ? 'UTC' : zone)
  return last.date >= day
}
