/* Times and durations as text in a locale. */

import { offsetAt } from './zoned-time.js'

/** @typedef {{ start: number, end: number }} Span */

/**
 * The day and the hours of a span in a time zone.
 * @param {Span} span
 * @param {string} timeZone
 * @param {string} locale
 */
export function timesOf({ start, end }, timeZone, locale) {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone })
  const hours = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return {
    day: day.format(start),
    hours:
      day.format(start) === day.format(end)
        ? hours.formatRange(start, end)
        : `${hours.format(start)} – ${until.format(end)}`,
  }
}

/**
 * The zone's name and its offset at an instant: `Central European Summer Time (Europe/Berlin, UTC+02:00)`.
 * @param {number} instant
 * @param {string} timeZone
 * @param {string} locale
 */
export function zoneOf(instant, timeZone, locale) {
  const name = zoneNameOf(instant, timeZone, locale)
  const known = [timeZone, offsetOf(instant, timeZone)].filter((part) => part !== name)
  return `${name} (${known.join(', ')})`
}

/**
 * The zone's name at an instant, or its generic name (`Central European Time`).
 * @param {number} instant
 * @param {string} timeZone
 * @param {string} locale
 * @param {'long' | 'longGeneric'} [timeZoneName]
 */
export const zoneNameOf = (instant, timeZone, locale, timeZoneName = 'long') =>
  new Intl.DateTimeFormat(locale, { timeZoneName, timeZone })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/**
 * `UTC+02:00`
 * @param {number} instant
 * @param {string} timeZone
 */
export function offsetOf(instant, timeZone) {
  const minutes = Math.round(offsetAt(instant, timeZone) / 60_000)
  /** @param {number} count */
  const twoDigits = (count) => String(Math.floor(count)).padStart(2, '0')
  const ahead = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${twoDigits(ahead / 60)}:${twoDigits(ahead % 60)}`
}

/**
 * Whether two zones have the same local time at both ends of a span.
 * @param {Span} span
 * @param {string} one
 * @param {string} other
 */
export const haveSameTime = ({ start, end }, one, other) =>
  [start, end].every((instant) => offsetAt(instant, one) === offsetAt(instant, other))

/** @type {readonly (readonly ['day' | 'hour' | 'minute' | 'second', number])[]} */
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

/**
 * `1 hour, 30 minutes`; a day is 24 hours.
 * @param {Span} span
 * @param {string} locale
 */
export function lengthOf({ start, end }, locale) {
  let left = end - start
  const parts = []
  for (const [unit, size] of units) {
    const count = Math.floor(left / size)
    left -= count * size
    const words = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    if (count > 0) parts.push(words.format(count))
  }
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts)
}

/**
 * `in 25 minutes`, `in 3 days`; undefined if the instant is not in the future.
 * @param {number} instant
 * @param {number} now
 * @param {string} locale
 */
export function aheadOf(instant, now, locale) {
  const ahead = instant - now
  if (ahead <= 0) return undefined
  const [unit, size] = units.find(([, size], index) => index < 3 && ahead >= 1.5 * size) ?? ['minute', 60_000]
  const count = Math.max(1, Math.round(ahead / size))
  return new Intl.RelativeTimeFormat(locale).format(count, /** @type {Intl.RelativeTimeFormatUnit} */ (unit))
}

/**
 * Locale of dates and times: the appointment's if it names a region of the page's language, otherwise the first such
 * locale of the visitor.
 * @param {string} language of the page
 * @param {string | undefined} appointmentLocale
 * @param {readonly string[]} visitorLocales
 */
export function formatLocale(language, appointmentLocale, visitorLocales) {
  const fits = [...(appointmentLocale === undefined ? [] : [appointmentLocale]), ...visitorLocales].find(
    (tag) => tag.startsWith(`${language}-`),
  )
  return fits ?? language
}
