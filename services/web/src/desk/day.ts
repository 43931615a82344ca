import { addDays } from '../text/calendar-dates.ts'
import { instantsOf, wallTimeAt } from '../text/zoned-time.ts'

/** The day of an instant in a zone: `2026-11-26`. */
export const dayOf = (instant: number, zone: string): string => wallTimeAt(instant, zone).date

/** The first instant of a day. If the clocks skip midnight, the day begins later. */
export function startOf(date: string, zone: string): number {
  for (const time of ['00:00', '00:30', '01:00']) {
    const [found] = instantsOf({ date, time }, zone)
    if (found !== undefined) return found
  }
  return Date.parse(`${date}T00:00:00Z`)
}

/** A time from one timestamp until another. */
export interface Span {
  from: string
  to: string
}

/** The first instants of a day and of the day `count` days later. */
export const spanOfDays = (date: string, count: number, zone: string): Span => ({
  from: new Date(startOf(date, zone)).toISOString(),
  to: new Date(startOf(addDays(date, count), zone)).toISOString(),
})

/** Whether an appointment takes place in a span, at least in part. */
export const overlaps = ({ start, end }: { start: string; end: string }, { from, to }: Span): boolean =>
  Date.parse(start) < Date.parse(to) && Date.parse(from) < Date.parse(end)
