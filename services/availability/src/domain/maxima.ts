import { DAY, dayOf, WEEK, weekOf, type Minute } from './minutes.ts'
import { intervalsOf, NO_INTERVALS, union, type Intervals } from './intervals.ts'
import type { Occupancy } from './occupancy.ts'
import { instantsOf } from './recurring-hours.ts'
import type { ZoneClock } from './zone-clock.ts'

/** How many appointments may start for an agent in a day or week of its own wall clock. */
export interface Maxima {
  perDay?: number | undefined
  /** Per ISO week. */
  perWeek?: number | undefined
  /** Appointments of one service type. */
  ofType?: { serviceTypeId: string; perDay: number } | undefined
}

/**
 * The minutes of `[from, to)` at which no further appointment may start, because the count of their local day or ISO
 * week has reached a maximum.
 * @param starts all starts of the local days and ISO weeks that the range touches
 */
export function cappedStarts(
  clock: ZoneClock,
  starts: Occupancy['starts'],
  { perDay, perWeek, ofType }: Maxima,
  from: Minute,
  to: Minute,
): Intervals {
  const daysOf = (minutes: readonly Minute[]) =>
    minutes.map((minute) => dayOf(minute + clock.offsetAt(minute)))
  const all = perDay === undefined && perWeek === undefined ? [] : daysOf([...starts.values()].flat())
  const local = union(
    perDay === undefined ? NO_INTERVALS : daysFrom(reached(all, perDay), 0, DAY),
    // the first ISO week counted begins on the Monday before 1970-01-01
    perWeek === undefined ? NO_INTERVALS : daysFrom(reached(all.map(weekOf), perWeek), -3 * DAY, WEEK),
    ofType === undefined
      ? NO_INTERVALS
      : daysFrom(reached(daysOf(starts.get(ofType.serviceTypeId) ?? []), ofType.perDay), 0, DAY),
  )
  return local.length === 0 ? NO_INTERVALS : instantsOf(clock, local, from, to)
}

/** The numbers that occur at least `maximum` times. */
function reached(numbers: readonly number[], maximum: number): number[] {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= maximum).map(([number]) => number)
}

const daysFrom = (numbers: readonly number[], offset: number, length: number): Intervals =>
  intervalsOf(numbers.map((number) => [number * length + offset, (number + 1) * length + offset]))
