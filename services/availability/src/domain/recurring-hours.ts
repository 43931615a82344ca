import { DAY, dayOf, dayOfDate, minuteOfDay, weekdayOf, type Minute } from './minutes.ts'
import { intervalsOf, pairsOf, type Intervals } from './intervals.ts'
import type { ZoneClock } from './zone-clock.ts'

/** The days of the week by number, 0 for Monday. */
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** Recurring opening hours of a wall clock (docs/contract/availability.md). */
export interface HoursEntry {
  /** The days on which `from` lies. */
  days: readonly string[]
  /** Time of day, like `09:00`. */
  from: string
  /** Time of day up to `24:00`; a time before `from` is on the next day. */
  to: string
  /** First date, like `2027-03-28`. */
  validFrom?: string | undefined
  /** Last date; hours that began on it end on the next day, if they run past midnight. */
  validUntil?: string | undefined
}

/**
 * The instants of `[from, to)` at which the wall clock is in a set of local minutes. A time that the clock skips has
 * no instant; a time that it repeats has both.
 */
export function instantsOf(clock: ZoneClock, local: Intervals, from: Minute, to: Minute): Intervals {
  const pairs: [number, number][] = []
  for (const stretch of clock.stretches(from, to))
    for (const [begin, end] of pairsOf(local)) {
      const first = Math.max(begin - stretch.offset, stretch.from)
      const last = Math.min(end - stretch.offset, stretch.to)
      if (first < last) pairs.push([first, last])
    }
  return intervalsOf(pairs)
}

/** The local minutes of opening hours that the wall clock may show during `[from, to)`. */
export function localHours(hours: readonly HoursEntry[], from: Minute, to: Minute): Intervals {
  const pairs: [number, number][] = []
  for (const entry of hours) {
    const weekdays = entry.days.map((day) => DAYS.indexOf(day as (typeof DAYS)[number]))
    const opens = minuteOfDay(entry.from)
    const until = minuteOfDay(entry.to)
    const closes = until <= opens ? until + DAY : until
    const [first, last] = [entry.validFrom, entry.validUntil].map((date) => date && dayOfDate(date))
    // local time is at most a day away from UTC, and overnight hours began the day before
    for (let day = dayOf(from) - 2; day <= dayOf(to) + 1; day += 1) {
      if (!weekdays.includes(weekdayOf(day))) continue
      if ((first && day < first) || (last && day > last)) continue
      pairs.push([day * DAY + opens, day * DAY + closes])
    }
  }
  return intervalsOf(pairs)
}
