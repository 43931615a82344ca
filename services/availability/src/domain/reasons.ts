import { unavailableReasons, type UnavailableReason } from '@appointments/contracts'
import type { AgentCalendar } from './agent-calendar.ts'
import { isOnGrid, type Grid } from './grid.ts'
import { intersect, interval, meets, subtract } from './intervals.ts'
import { millisecondsAt, minuteAtOrAfter, minuteAtOrBefore, type Minute } from './minutes.ts'
import { offers, type AgentTime, type Demand } from './offers.ts'
import type { Opening } from './opening.ts'
import { boundsOf } from './window.ts'

/** The time of one appointment, widened to whole minutes. */
export interface WantedTime {
  start: Minute
  duration: number
  bufferBefore: number
  bufferAfter: number
}

/** @param start milliseconds since 1970, like `end` */
export function wantedTime(
  { start, end }: { start: number; end: number },
  { bufferBefore, bufferAfter }: Pick<WantedTime, 'bufferBefore' | 'bufferAfter'>,
): WantedTime {
  const first = minuteAtOrBefore(start)
  return { start: first, duration: minuteAtOrAfter(end) - first, bufferBefore, bufferAfter }
}

/** Reasons in the order of the contract, each once. */
export const inOrder = (reasons: Iterable<UnavailableReason>): UnavailableReason[] => {
  const found = new Set(reasons)
  return unavailableReasons.filter((reason) => found.has(reason))
}

/** Reasons against a time that apply to every agent: the notice, the horizon and the grid. */
export function commonReasons(
  start: number,
  {
    grid,
    isBound,
    now,
    ...bounds
  }: { grid: Grid; minNotice: number; horizon: number; isBound: boolean; now: Date },
): UnavailableReason[] {
  const minute = minuteAtOrBefore(start)
  const { from, to } = boundsOf(bounds, isBound, now)
  const isWhole = millisecondsAt(minute) === start
  return [
    ...(minute < from ? ['TOO_SOON' as const] : []),
    ...(minute >= to ? ['TOO_FAR' as const] : []),
    ...(isWhole && isOnGrid(grid, minute) ? [] : ['NOT_ALIGNED' as const]),
  ]
}

/** Whether an agent offers a time by the calendar rule, apart from notice, horizon and grid. */
export function isFree(time: AgentTime, wanted: WantedTime, grid: Grid): boolean {
  const { start, ...rest } = wanted
  // this grid has every minute, because `commonReasons` checks whether the start is on the actual grid
  const demand: Demand = {
    ...rest,
    grid: { ...grid, granularity: 1, alignment: 0 },
    earliest: start,
    latest: start + 1,
  }
  return offers([time], demand).starts.length > 0
}

/** Why an agent is not open for all of `[from, to)`; empty if it is. */
export function closedReasons(opening: Opening, from: Minute, to: Minute): UnavailableReason[] {
  const closed = subtract(interval(from, to), opening.open)
  const present = subtract(closed, opening.absences)
  const onHoliday = intersect(present, intersect(opening.hours, opening.holidays))
  return [
    ...(subtract(present, onHoliday).length > 0 ? ['CLOSED' as const] : []),
    ...(intersect(closed, opening.absences).length > 0 ? ['ABSENT' as const] : []),
    ...(onHoliday.length > 0 ? ['HOLIDAY' as const] : []),
  ]
}

/**
 * Why an agent cannot serve a time for which {@link isFree} is false: the parts of the calendar rule that the time
 * breaks.
 * @param calendar as it applies to the application
 */
export function agentReasons(
  { opening, occupancy }: Pick<AgentCalendar, 'opening' | 'occupancy'>,
  { capped }: Pick<AgentTime, 'capped'>,
  { start, duration, bufferBefore, bufferAfter }: WantedTime,
): UnavailableReason[] {
  const reasons = closedReasons(opening, start, start + duration)
  const [from, to] = [start - bufferBefore, start + duration + bufferAfter]
  if (meets(occupancy.booked, from, to)) reasons.push('BOOKED')
  if (meets(occupancy.held, from, to)) reasons.push('HELD')
  if (meets(occupancy.external, from, to)) reasons.push('BUSY_ELSEWHERE')
  if (meets(capped, start, start + 1)) reasons.push('LIMIT_REACHED')
  return reasons
}
