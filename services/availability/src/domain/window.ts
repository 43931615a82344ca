import { DAY_MS, problem, type WindowEnd } from '@appointments/contracts'
import { DAY, dayOfDate, minuteAtOrAfter, type Minute } from './minutes.ts'
import { firstInstantOf, type ZoneClock } from './zone-clock.ts'

/** Starts lie in `[from, to)`. */
export interface Window {
  from: Minute
  to: Minute
}

/** Whether all of a window lies in a period. */
export const covers = (period: Window, { from, to }: Window): boolean =>
  period.from <= from && period.to >= to

/** Whether a window has no starts. */
export const isEmpty = ({ from, to }: Window): boolean => from >= to

/** Claims are kept for this long after their end, so no earlier time can be offered. */
const PAST = 90 * DAY
/** No appointment may start later. */
const FUTURE = 731 * DAY
/** Length of a window whose end is not given. */
const DEFAULT_DAYS = 7

/** The minute of an end of the window; for a date, its first minute. */
const minuteOf = (end: WindowEnd, clock: ZoneClock): Minute =>
  'date' in end ? firstInstantOf(clock, dayOfDate(end.date) * DAY) : minuteAtOrAfter(end.at.getTime())

/**
 * The requested window.
 * @param clock of the reader, for dates
 * @throws Problem VALIDATION_FAILED if a window without `from` does not end after now, or is too long
 */
export function windowOf(
  { from, to }: { from?: WindowEnd | undefined; to?: WindowEnd | undefined },
  clock: ZoneClock,
  mostDays: number,
  now: Date,
): Window {
  const begin = from ? minuteOf(from, clock) : minuteAtOrAfter(now.getTime())
  if (!from && to) requireAfterNow(minuteOf(to, clock) - begin, mostDays)
  const end = to ? minuteOf(to, clock) : defaultEnd(from, begin, clock)
  return { from: begin, to: end }
}

function requireAfterNow(length: number, mostDays: number): void {
  const fault =
    length <= 0
      ? { code: 'INVALID_RANGE', message: 'must be after `from`, which is now' }
      : length > (mostDays + 1) * DAY
        ? { code: 'WINDOW_TOO_LONG', message: `must be at most ${mostDays} days after \`from\`` }
        : undefined
  if (fault) throw problem('VALIDATION_FAILED', { errors: [{ parameter: 'to', ...fault }] })
}

const defaultEnd = (from: WindowEnd | undefined, begin: Minute, clock: ZoneClock): Minute =>
  from && 'date' in from
    ? firstInstantOf(clock, (dayOfDate(from.date) + DEFAULT_DAYS) * DAY)
    : begin + DEFAULT_DAYS * DAY

/** How far ahead appointments must and may be booked, in milliseconds. */
interface Bounds {
  minNotice: number
  horizon: number
}

/** When appointments may start: after the notice and before the horizon. These do not bind agents and supervisors. */
export function boundsOf({ minNotice, horizon }: Bounds, isBound: boolean, now: Date): Window {
  const at = now.getTime()
  return isBound
    ? { from: minuteAtOrAfter(at + minNotice), to: minuteAtOrAfter(at + horizon) }
    : {
        from: minuteAtOrAfter(at - PAST * (DAY_MS / DAY)),
        to: minuteAtOrAfter(at + FUTURE * (DAY_MS / DAY)),
      }
}

/** The part of a window in which appointments may start. */
export function bounded({ from, to }: Window, bounds: Bounds, isBound: boolean, now: Date): Window {
  const { from: first, to: last } = boundsOf(bounds, isBound, now)
  return { from: Math.max(from, first), to: Math.max(Math.min(to, last), Math.max(from, first)) }
}
