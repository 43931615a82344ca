// Local times computed only from the runtime's time zone data. The services calculate with Temporal and tables of their
// own and this file does not, so an error goes unnoticed only if both make it.
const QUARTER_MS = 15 * 60_000
const STEP_MS = 24 * QUARTER_MS

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, Map<number, number>>()

const cached = <Key, Value>(cache: Map<Key, Value>, key: Key, make: () => Value): Value => {
  let value = cache.get(key)
  if (value === undefined) cache.set(key, (value = make()))
  return value
}

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  cached(
    formats,
    timeZone,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        calendar: 'gregory',
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
      }),
  )

/** Milliseconds that the clocks of a zone are ahead of UTC. Offsets change on quarter hours only. */
export const aheadAt = (instant: number, zone: string): number => {
  const quarter = Math.floor(instant / QUARTER_MS) * QUARTER_MS
  const ofZone = cached(offsets, zone, () => new Map<number, number>())
  return cached(ofZone, quarter, () => {
    const parts = formatOf(zone).formatToParts(quarter)
    const part = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute) - quarter
  })
}

/** The local time of a zone at an instant, as if it were UTC. */
export const shownAt = (instant: number, zone: string): number => instant + aheadAt(instant, zone)

/** Instants between two others at which the clocks of a zone change. */
export function changesOf(zone: string, from: number, to: number): number[] {
  const changes: number[] = []
  for (let at = Math.floor(from / QUARTER_MS) * QUARTER_MS; at < to; at += STEP_MS) {
    const ahead = aheadAt(at, zone)
    if (aheadAt(at + STEP_MS, zone) === ahead) continue
    let change = at
    while (aheadAt(change, zone) === ahead) change += QUARTER_MS
    if (change < to) changes.push(change)
  }
  return changes
}
