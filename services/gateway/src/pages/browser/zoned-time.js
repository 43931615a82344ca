/* Between wall time in a time zone and instants, by what Intl knows of the zone. Instants are milliseconds. */

const DAY_MS = 24 * 3_600_000

/** @typedef {{ date: string, time: string }} WallTime as inputs have it: `2026-05-14` and `09:30` */

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map()

/** @param {string} zone */
function formatOf(zone) {
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

/**
 * What clocks of a zone show, as if it were UTC.
 * @param {number} instant
 * @param {string} zone
 */
function shownAt(instant, zone) {
  const parts = formatOf(zone).formatToParts(instant)
  /** @param {string} wanted */
  const part = (wanted) => Number(parts.find(({ type }) => type === wanted)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/**
 * How far a zone is ahead of UTC, in milliseconds.
 * @param {number} instant
 * @param {string} zone
 */
export const offsetAt = (instant, zone) => shownAt(instant, zone) - Math.floor(instant / 1000) * 1000

/**
 * Date and time a zone's clocks show.
 * @param {number} instant
 * @param {string} zone
 * @returns {WallTime}
 */
export function wallTimeAt(instant, zone) {
  const text = new Date(shownAt(instant, zone)).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}

/**
 * When the clocks of a zone show a time, the earliest first: once, as a rule; never where they are put forward
 * over it; twice where they are put back over it.
 * @param {WallTime} wall
 * @param {string} zone
 * @returns {number[]} none as well where the text is no date and time
 */
export function instantsOf({ date, time }, zone) {
  const shown = Date.parse(`${date}T${time}Z`)
  // browsers do not agree about the 30th of February
  if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(`${date}T${time}`)) return []
  // no zone's clocks are put twice within two days, so these are all the offsets that can matter
  const offsets = new Set([offsetAt(shown - DAY_MS, zone), offsetAt(shown + DAY_MS, zone)])
  return [...offsets]
    .map((offset) => shown - offset)
    .filter((instant) => shownAt(instant, zone) === shown)
    .sort((a, b) => a - b)
}

/**
 * A zone this browser can reckon with: the given one, or UTC where it is too new to be known here.
 * @param {string} zone
 */
export function knownZone(zone) {
  try {
    formatOf(zone)
    return zone
  } catch {
    return 'UTC'
  }
}
