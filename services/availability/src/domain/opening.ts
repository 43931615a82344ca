import { DAY, dayOfDate, minuteOfDay, type Minute } from './minutes.ts'
import { clip, intervalsOf, subtract, union, type Intervals } from './intervals.ts'
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
    /** Hours that stay open, within the day; none close the whole day. */
    open?: readonly { from: string; to: string }[] | undefined
  }[]
}

/** What decides when an agent is open. */
export interface WorkingTime {
  timezone: string
  /** Zone of the hours, if their schedule has its own. */
  hoursTimezone?: string | undefined
  hours: readonly HoursEntry[]
  exceptions: readonly CalendarException[]
  /** The agent's own calendar, else those of the application. */
  holidays: readonly HolidayCalendar[]
}

/** When an agent is open, and each of the reasons for it, as minutes in UTC. */
export interface Opening {
  hours: Intervals
  extra: Intervals
  /** Closed by a holiday, whether the hours would be open or not. */
  holidays: Intervals
  absences: Intervals
  open: Intervals
}

/** The opening of an agent during `[from, to)` (docs/contract/availability.md). */
export function openingOf(time: WorkingTime, from: Minute, to: Minute): Opening {
  const hoursClock = zoneClock(time.hoursTimezone ?? time.timezone)
  const hours = instantsOf(hoursClock, localHours(time.hours, from, to), from, to)
  const extra = exceptionsOf(time, 'EXTRA_HOURS', from, to)
  const absences = exceptionsOf(time, 'ABSENCE', from, to)
  const holidays = union(...time.holidays.map((calendar) => closedBy(calendar, from, to)))
  return withOpen({ hours, extra, holidays, absences })
}

/** An opening that further holidays close. */
export const closedOn = (opening: Opening, holidays: Intervals): Opening =>
  holidays.length === 0 ? opening : withOpen({ ...opening, holidays: union(opening.holidays, holidays) })

const withOpen = ({ hours, extra, holidays, absences }: Omit<Opening, 'open'>): Opening => ({
  hours,
  extra,
  holidays,
  absences,
  open: subtract(union(subtract(hours, holidays), extra), absences),
})

const exceptionsOf = (
  { exceptions }: WorkingTime,
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
