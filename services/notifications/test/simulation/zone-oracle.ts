// Local times computed only from the runtime's time zone data. The service calculates with Temporal and this file does
// not, so an error goes unnoticed only if both make it.
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string): Intl.DateTimeFormat => {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}

/** The local time of a zone at an instant, as if it were UTC. */
export function shownAt(instant: number, zone: string): number {
  const part = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 } as Record<string, number>
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1000) + 1000) % 1000)
}

const aheadAt = (instant: number, zone: string): number => shownAt(instant, zone) - instant

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

/** Instants at which the clocks of a zone change. */
export function changesOf(zone: string, from: number, to: number): number[] {
  const changes: number[] = []
  for (let day = from; day < to; day += DAY_MS) {
    const ahead = aheadAt(day, zone)
    if (aheadAt(day + DAY_MS, zone) === ahead) continue
    let [low, high] = [day, day + DAY_MS]
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000
      if (aheadAt(middle, zone) === ahead) low = middle
      else high = middle
    }
    changes.push(high)
  }
  return changes
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
