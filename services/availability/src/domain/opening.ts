import { DAY, dayOfDate, minuteOfDay, type Minute } from './minutes.ts'
import { clip, intervalsOf, NO_INTERVALS, subtract, union, type Intervals } from './intervals.ts'
import { instantsOf, localHours, type HoursEntry } from './recurring-hours.ts'
import { zoneClock } from './zone-clock.ts'

/** An absence, widened to whole minutes, or extra hours, narrowed to them. */
export interface CalendarException {
  type: 'ABSENCE' | 'EXTRA_HOURS'
  from: Minute
  until: Minute
}

/** Dates on which agents do not work, or work reduced hours. */
export interface HolidayCalendar {
  timezone: string
  days: readonly {
    /** Like `2027-03-28`. */
    date: string
    /** Hours that stay open, within the day. Without any, the whole day is closed. */
    open?: readonly { from: string; to: string }[] | undefined
  }[]
}

/** Everything that determines when an agent is open. */
export interface WorkingTime {
  timezone: string
  /** Zone of the hours, if their schedule has its own. */
  hoursTimezone?: string | undefined
  hours: readonly HoursEntry[]
  exceptions: readonly CalendarException[]
  /** The agent's own calendar, else those of the application. */
  holidays: readonly HolidayCalendar[]
}

/** When an agent is open, and the times that decide it, as minutes in UTC. */
export interface Opening {
  hours: Intervals
  extra: Intervals
  /** Time that holidays close, including time outside the hours. */
  holidays: Intervals
  absences: Intervals
  open: Intervals
}

/** The opening of an agent during `[from, to)` (docs/contract/availability.md). */
export const openingOf = (time: WorkingTime, from: Minute, to: Minute): Opening =>
  openingWith(regularOpening(time, from, to), time.exceptions, from, to)

/** The opening by hours and holidays alone, which agents with the same schedule share. */
export function regularOpening(
  { timezone, hoursTimezone, hours, holidays }: Omit<WorkingTime, 'exceptions'>,
  from: Minute,
  to: Minute,
): Opening {
  const clock = zoneClock(hoursTimezone ?? timezone)
  return withOpen({
    hours: instantsOf(clock, localHours(hours, from, to), from, to),
    holidays: union(...holidays.map((calendar) => closedBy(calendar, from, to))),
    extra: NO_INTERVALS,
    absences: NO_INTERVALS,
  })
}

/** An opening with the exceptions of an agent; the same object if there are none. */
export function openingWith(
  regular: Opening,
  exceptions: readonly CalendarException[],
  from: Minute,
  to: Minute,
): Opening {
  if (exceptions.length === 0) return regular
  return withOpen({
    ...regular,
    extra: exceptionsOf(exceptions, 'EXTRA_HOURS', from, to),
    absences: exceptionsOf(exceptions, 'ABSENCE', from, to),
  })
}

/** Results of {@link closedOn}, kept while the original openings are in use. */
const afterHolidays = new WeakMap<Opening, { holidays: Intervals; opening: Opening }>()

/** An opening after further holidays. The last result is kept, because many agents share an opening. */
export function closedOn(opening: Opening, holidays: Intervals): Opening {
  if (holidays.length === 0) return opening
  const known = afterHolidays.get(opening)
  if (known?.holidays === holidays) return known.opening
  const less = withOpen({ ...opening, holidays: union(opening.holidays, holidays) })
  afterHolidays.set(opening, { holidays, opening: less })
  return less
}

const withOpen = ({ hours, extra, holidays, absences }: Omit<Opening, 'open'>): Opening => ({
  hours,
  extra,
  holidays,
  absences,
  open: subtract(union(subtract(hours, holidays), extra), absences),
})

const exceptionsOf = (
  exceptions: readonly CalendarException[],
  type: CalendarException['type'],
  from: Minute,
  to: Minute,
): Intervals => {
  const pairs = exceptions
    .filter((exception) => exception.type === type)
    .map((exception): [number, number] => [exception.from, exception.until])
  return clip(intervalsOf(pairs), from, to)
}

/** The instants of `[from, to)` that a holiday calendar closes. */
export function closedBy({ timezone, days }: HolidayCalendar, from: Minute, to: Minute): Intervals {
  const closed = days.map(({ date, open = [] }) => {
    const start = dayOfDate(date) * DAY
    const whole = Int32Array.of(start, start + DAY)
    const reduced = open.map((hours): [number, number] => [
      start + minuteOfDay(hours.from),
      start + minuteOfDay(hours.to),
    ])
    return subtract(whole, intervalsOf(reduced))
  })
  return instantsOf(zoneClock(timezone), union(...closed), from, to)
}
