/** Wall clocks from Intl alone, for tests of the service's own tables. */

/** Offsets change on quarter hours only, in every zone and year that the tests use. */
const BLOCK = 15

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, Map<number, number>>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const fields = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields })
    formats.set(zone, format)
  }
  return format
}

/** Minutes that the wall clock of a zone is ahead of UTC. */
export function offsetOf(zone: string, minute: number): number {
  const block = Math.floor(minute / BLOCK)
  let ofZone = offsets.get(zone)
  if (!ofZone) offsets.set(zone, (ofZone = new Map<number, number>()))
  let offset = ofZone.get(block)
  if (offset === undefined) {
    const parts = Object.fromEntries(
      formatOf(zone)
        .formatToParts(block * BLOCK * 60_000)
        .map(({ type, value }) => [type, Number(value)]),
    ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
    const wall = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute) / 60_000
    offset = wall - block * BLOCK
    ofZone.set(block, offset)
  }
  return offset
}

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
export function changesOf(zone: string, from: number): number[] {
  const changes: number[] = []
  const step = 6 * 60
  for (let minute = from; minute < from + 2 * 366 * 1440; minute += step) {
    if (offsetOf(zone, minute) === offsetOf(zone, minute + step)) continue
    let change = minute
    while (offsetOf(zone, change) === offsetOf(zone, minute)) change += BLOCK
    changes.push(change)
  }
  return changes
}
