import { aheadAt, changesOf as changesBetween } from '@appointments/testing'

const MINUTE_MS = 60_000

/** Minutes that the wall clock of a zone is ahead of UTC. */
export const offsetOf = (zone: string, minute: number): number =>
  aheadAt(minute * MINUTE_MS, zone) / MINUTE_MS

export interface WallTime {
  /** Days since 1970-01-01. */
  day: number
  /** Minutes since midnight. */
  minute: number
}

/** The date and time of day that the wall clock of a zone shows. */
export function wallTime(zone: string, minute: number): WallTime {
  const local = minute + offsetOf(zone, minute)
  return { day: Math.floor(local / 1440), minute: local - Math.floor(local / 1440) * 1440 }
}

/** The minutes within about two years from a minute at which the offset of a zone changes. */
export const changesOf = (zone: string, from: number): number[] =>
  changesBetween(zone, from * MINUTE_MS, (from + 2 * 366 * 1440) * MINUTE_MS).map((at) => at / MINUTE_MS)
