import { aheadAt, shownAt } from '@appointments/testing'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * The instant of a local time. A repeated time means its first occurrence. A skipped time has the offset before the
 * skip (RFC 5545, section 3.3.5).
 */
export function instantOf(shown: number, zone: string): number {
  const [before, after] = [shown - DAY_MS, shown + DAY_MS].map((near) => shown - aheadAt(near, zone))
  const real = [before, after].filter((at) => shownAt(at as number, zone) === shown) as number[]
  return real.length > 0 ? Math.min(...real) : (before as number)
}

/** The instant a number of calendar days and an exact time before (`-1`) or after (`1`) another. */
export function shifted(
  instant: number,
  zone: string,
  direction: 1 | -1,
  days: number,
  exactMs: number,
): number {
  const nominal = days === 0 ? instant : instantOf(shownAt(instant, zone) + direction * days * DAY_MS, zone)
  return nominal + direction * exactMs
}

export interface Night {
  start: string
  end: string
  zone: string
}

const minutesOf = (clockTime: string): number => {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number)
  return hours * 60 + minutes
}

/** Whether the local time lies within the night. */
export function isNight(instant: number, { start, end, zone }: Night): boolean {
  const time = Math.floor((((shownAt(instant, zone) % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS)
  const [from, to] = [minutesOf(start), minutesOf(end)]
  return from < to ? time >= from && time < to : time >= from || time < to
}

// nights in the simulation start and end at quarters of an hour, and so do clock changes
const QUARTER_MS = 15 * MINUTE_MS

/** End of the night that contains an instant. */
export function nightEnds(instant: number, night: Night): number {
  let at = Math.ceil(instant / QUARTER_MS) * QUARTER_MS
  while (isNight(at, night)) at += QUARTER_MS
  return at
}

/** Last whole minute before the night that contains an instant. */
export function dayEnds(instant: number, night: Night): number {
  let at = Math.floor(instant / QUARTER_MS) * QUARTER_MS
  while (isNight(at - QUARTER_MS, night)) at -= QUARTER_MS
  return at - MINUTE_MS
}
