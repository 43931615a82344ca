/* Converts between instants and local times in a time zone, with the data of Intl. Instants are milliseconds. */

import { DAY_MS } from './calendar-dates.ts'

/** Local time as in input elements: `2026-05-14` and `09:30`. */
export interface WallTime {
  date: string
  time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

/** The local time in a zone, as if it were UTC. */
function shownAt(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant)
  const part = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** The offset of a zone from UTC in milliseconds; positive east of Greenwich. */
export const offsetAt = (instant: number, zone: string): number =>
  shownAt(instant, zone) - Math.floor(instant / 1000) * 1000

/** The local time in a zone. */
export function wallTimeAt(instant: number, zone: string): WallTime {
  const text = new Date(shownAt(instant, zone)).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}

/**
 * The instants of a local time in a zone, earliest first: usually one, none if the clocks skip that time, two if they
 * are put back over it. Also none if the text is not a valid date and time.
 */
export function instantsOf({ date, time }: WallTime, zone: string): number[] {
  const shown = Date.parse(`${date}T${time}Z`)
  // some browsers accept a date such as 30 February
  if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(`${date}T${time}`)) return []
  // no zone changes its clocks twice within two days, so there are no other possible offsets
  const offsets = new Set([offsetAt(shown - DAY_MS, zone), offsetAt(shown + DAY_MS, zone)])
  return [...offsets]
    .map((offset) => shown - offset)
    .filter((instant) => shownAt(instant, zone) === shown)
    .sort((a, b) => a - b)
}

/** Whether two instants are shown as the same time, because times are shown without seconds. */
export const isSameMinute = (one: number, other: number): boolean =>
  Math.floor(one / 60_000) === Math.floor(other / 60_000)

function isKnown(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** Names of zones that browsers may still list, with the city's name of today (IANA database, file `backward`). */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** A zone under its name of today, if the browser knows that name. */
export function currentZone(zone: string): string {
  const renamed = RENAMED[zone]
  return renamed !== undefined && isKnown(renamed) ? renamed : zone
}

/** The given zone under its name of today, or UTC if the browser does not know the zone. */
export const knownZone = (zone: string): string => (isKnown(zone) ? currentZone(zone) : 'UTC')

/** The zone of the browser. */
export const ownZone = (): string => currentZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
