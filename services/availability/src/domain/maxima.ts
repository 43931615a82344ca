import { DAY, dayOf, FIRST_WEEK, WEEK, weekOf, type Minute } from './minutes.ts'
import { concatenated, entry, intervalsOf, NO_INTERVALS, union, type Intervals } from './intervals.ts'
import { keyOfServiceType, type DayCounts, type Occupancy } from './occupancy.ts'
import { instantsOf } from './recurring-hours.ts'
import { firstInstantOf, type ZoneClock } from './zone-clock.ts'

/** How many appointments may start for an agent in a day or week of its own wall clock. */
export interface Maxima {
  perDay?: number | undefined
  /** Per ISO week. */
  perWeek?: number | undefined
  /** Appointments of one service type. */
  ofType?: { applicationId: string; serviceTypeId: string; perDay: number } | undefined
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
 * @param starts the starts on all local days and ISO weeks that the range touches
 */
export function cappedStarts(
  clock: ZoneClock,
  starts: Occupancy['starts'],
  { perDay, perWeek, ofType }: Maxima,
  from: Minute,
  to: Minute,
): Intervals {
  if (perDay === undefined && perWeek === undefined && ofType === undefined) return NO_INTERVALS
  const all = concatenated([...starts.values()])
  const sameType = (ofType && starts.get(keyOfServiceType(ofType))) ?? NO_INTERVALS
  const local = union(fullDays(all, perDay), fullWeeks(all, perWeek), fullDays(sameType, ofType?.perDay))
  return local.length === 0 ? NO_INTERVALS : instantsOf(clock, local, from, to)
}

const fullDays = (counts: DayCounts, max: number | undefined): Intervals =>
  periodsFrom(
    reached(counts, (day) => day, max),
    0,
    DAY,
  )

const fullWeeks = (counts: DayCounts, max: number | undefined): Intervals =>
  periodsFrom(reached(counts, weekOf, max), FIRST_WEEK, WEEK)

/** The numbers of the periods whose days together have at least `max` starts. */
function reached(counts: DayCounts, periodOf: (day: number) => number, max = Infinity): number[] {
  const sums = new Map<number, number>()
  for (let i = 0; i < counts.length; i += 2) {
    const period = periodOf(entry(counts, i))
    sums.set(period, (sums.get(period) ?? 0) + entry(counts, i + 1))
  }
  return [...sums].filter(([, sum]) => sum >= max).map(([period]) => period)
}

const periodsFrom = (numbers: readonly number[], offset: number, length: number): Intervals =>
  intervalsOf(numbers.map((number) => [number * length + offset, (number + 1) * length + offset]))
