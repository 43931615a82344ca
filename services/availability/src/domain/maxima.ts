import { DAY, dayOf, FIRST_WEEK, WEEK, weekOf, type Minute } from './minutes.ts'
import { concatenated, intervalsOf, NO_INTERVALS, union, type Intervals } from './intervals.ts'
import type { Occupancy } from './occupancy.ts'
import { instantsOf } from './recurring-hours.ts'
import { firstInstantOf, type ZoneClock } from './zone-clock.ts'

/** How many appointments may start for an agent in a day or week of its own wall clock. */
export interface Maxima {
  perDay?: number | undefined
  /** Per ISO week. */
  perWeek?: number | undefined
  /** Appointments of one service type. */
  ofType?: { serviceTypeId: string; perDay: number } | undefined
}

/** A range of starts and how many of them an agent may have in it. */
export interface Limit {
  from: Minute
  to: Minute
  max: number
  /** Counts only the starts of this service type. */
  serviceTypeId?: string
}

/** The local day of a minute on the wall clock of a zone, as instants. */
export function localDayOf(clock: ZoneClock, minute: Minute): { from: Minute; to: Minute } {
  const day = dayOf(minute + clock.offsetAt(minute))
  return rangeOf(clock, day * DAY, DAY)
}

/** The ISO week of a minute on the wall clock of a zone, as instants. */
export function localWeekOf(clock: ZoneClock, minute: Minute): { from: Minute; to: Minute } {
  const week = weekOf(dayOf(minute + clock.offsetAt(minute)))
  return rangeOf(clock, week * WEEK + FIRST_WEEK, WEEK)
}

const rangeOf = (clock: ZoneClock, local: number, length: number) => ({
  from: firstInstantOf(clock, local),
  to: firstInstantOf(clock, local + length),
})

/** The limits that apply to a start. */
export function limitsAt(clock: ZoneClock, { perDay, perWeek, ofType }: Maxima, start: Minute): Limit[] {
  const limits: Limit[] = []
  if (perDay !== undefined) limits.push({ ...localDayOf(clock, start), max: perDay })
  if (perWeek !== undefined) limits.push({ ...localWeekOf(clock, start), max: perWeek })
  if (ofType !== undefined)
    limits.push({ ...localDayOf(clock, start), max: ofType.perDay, serviceTypeId: ofType.serviceTypeId })
  return limits
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
  if (perDay === undefined && perWeek === undefined && ofType === undefined) return NO_INTERVALS
  const daysOf = (minutes: Iterable<Minute>) =>
    Array.from(minutes, (minute) => dayOf(minute + clock.offsetAt(minute)))
  const all = perDay === undefined && perWeek === undefined ? [] : daysOf(concatenated([...starts.values()]))
  const local = union(
    perDay === undefined ? NO_INTERVALS : daysFrom(reached(all, perDay), 0, DAY),
    perWeek === undefined ? NO_INTERVALS : daysFrom(reached(all.map(weekOf), perWeek), FIRST_WEEK, WEEK),
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
