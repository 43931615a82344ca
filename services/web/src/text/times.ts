/* Times and durations as text in a locale. */

import { dateText } from './date-text.ts'
import { offsetAt, wallTimeAt } from './zoned-time.ts'

/** Two instants in milliseconds. */
export interface Span {
  start: number
  end: number
}

/** The day and the hours of a span in a time zone. */
export function timesOf(
  { start, end }: Span,
  timeZone: string,
  locale: string,
): { day: string; hours: string } {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone })
  const hours = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const isOneDay = day.format(start) === day.format(end)
  const needsOffsets = comesTwice(start, timeZone) || comesTwice(end, timeZone)
  return {
    day: dateText(day, start),
    hours:
      isOneDay && !needsOffsets
        ? hours.formatRange(start, end)
        : `${timeIn(hours, start, timeZone)} – ${timeIn(isOneDay ? hours : until, end, timeZone)}`,
  }
}

/** A formatted instant, with the offset if its local time occurs twice. @param word follows the time */
function timeIn(format: Intl.DateTimeFormat, instant: number, timeZone: string, word = ''): string {
  const time = dateText(format, instant) + word
  return comesTwice(instant, timeZone) ? `${time}, ${offsetOf(instant, timeZone)}` : time
}

/** Day and hours in one line. */
export function oneLine(span: Span, zone: string, locale: string): string {
  const { day, hours } = timesOf(span, zone, locale)
  return `${day}, ${hours}`
}

const clockFormat = (timeZone: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })

/** `10:00`, or with the offset if that local time occurs twice on its day: `02:30, UTC+2`. */
export const clockTime = (instant: number, timeZone: string, locale: string): string =>
  timeIn(clockFormat(timeZone, locale), instant, timeZone)

/** A clock time within a sentence. It is that of {@link clockTime}, in German `02:30 Uhr, UTC+2`. */
export const spokenTime = (instant: number, timeZone: string, locale: string): string =>
  timeIn(clockFormat(timeZone, locale), instant, timeZone, locale.startsWith('de') ? ' Uhr' : '')

/** `Thu 26 November`, with the year if it is not the current one in the zone. */
function shortDay(instant: number, timeZone: string, locale: string, now = Date.now()): string {
  const yearOf = (one: number) => wallTimeAt(one, timeZone).date.slice(0, 4)
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(yearOf(instant) !== yearOf(now) && { year: 'numeric' }),
    timeZone,
  })
  return dateText(day, instant)
}

/** `Thu 26 November, 10:00`, with the year if it is not the current one in the zone. */
export const moment = (instant: number, timeZone: string, locale: string, now?: number): string =>
  `${shortDay(instant, timeZone, locale, now)}, ${clockTime(instant, timeZone, locale)}`

/** A {@link moment} within a sentence, see {@link spokenTime}. */
export const spokenMoment = (instant: number, timeZone: string, locale: string): string =>
  `${shortDay(instant, timeZone, locale)}, ${spokenTime(instant, timeZone, locale)}`

/** Whether the clocks show this local time twice, because they are put back within three hours of it. */
function comesTwice(instant: number, zone: string): boolean {
  const offset = offsetAt(instant, zone)
  return [-1, 1].some((direction) => {
    const other = offsetAt(instant + direction * 10_800_000, zone)
    return other !== offset && offsetAt(instant + offset - other, zone) === other
  })
}

/** Browsers show an offset if a zone has no name. */
const OFFSET = /^(?:GMT|UTC)[+−-]/

/** The zone's name at an instant, or its generic name (`Central European Time`). Some zones have only one of them. */
export function zoneNameOf(
  instant: number,
  timeZone: string,
  locale: string,
  timeZoneName: 'long' | 'longGeneric' = 'long',
): string {
  const nameOf = (kind: typeof timeZoneName) =>
    new Intl.DateTimeFormat(locale, { timeZoneName: kind, timeZone })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  const wanted = nameOf(timeZoneName)
  if (!OFFSET.test(wanted)) return wanted
  const other = nameOf(timeZoneName === 'long' ? 'longGeneric' : 'long')
  return OFFSET.test(other) ? wanted : other
}

/** The city that a zone is named for: `New York`. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** `UTC+2`, `UTC+5:30` */
export function offsetOf(instant: number, timeZone: string): string {
  const minutes = Math.round(offsetAt(instant, timeZone) / 60_000)
  const ahead = Math.abs(minutes)
  const rest = ahead % 60 === 0 ? '' : `:${String(ahead % 60).padStart(2, '0')}`
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(ahead / 60)}${rest}`
}

/** Whether two zones have the same local time at both ends of a span. */
export const haveSameTime = ({ start, end }: Span, one: string, other: string): boolean =>
  [start, end].every((instant) => offsetAt(instant, one) === offsetAt(instant, other))

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `1 hour, 30 minutes`; a day is 24 hours. */
export function lengthOf({ start, end }: Span, locale: string): string {
  let left = end - start
  const parts: string[] = []
  for (const [unit, size] of units) {
    const count = Math.floor(left / size)
    left -= count * size
    const words = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    if (count > 0) parts.push(words.format(count))
  }
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts)
}

/** `in 25 minutes`, `in 3 days`; undefined if the instant is not in the future. */
export function aheadOf(instant: number, now: number, locale: string): string | undefined {
  const ahead = instant - now
  if (ahead <= 0) return undefined
  const found = units.find(([, size], index) => index < 3 && ahead >= 1.5 * size)
  const [unit, size] = found ?? (['minute', 60_000] as const)
  return new Intl.RelativeTimeFormat(locale).format(Math.max(1, Math.round(ahead / size)), unit)
}

/** Whether it is between 22:00 and 06:00 in a zone. */
export function isAtNightIn(instant: number, zone: string): boolean {
  const hour = Number(wallTimeAt(instant, zone).time.slice(0, 2))
  return hour >= 22 || hour < 6
}
