import { createBoundedCache } from '@appointments/runtime'

/** An appointment's time as text, in a locale and in the appointment's zone. */
export interface SpokenTime {
  /** Day and time in full. */
  when: string
  /** Abbreviated day and time with the zone's abbreviation; with the year only if the day is far ahead. */
  whenShort: string
  /** The zone's name and its offset at that time. */
  zone: string
}

// creating a format takes a millisecond, and a message needs several; most recipients share a few
const formats = createBoundedCache<Intl.DateTimeFormat>(500)

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = formats.get(key, 0)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, options)
  formats.set(key, format, Infinity)
  return format
}

/** A nearer day is clear without its year, and each character of an SMS costs. */
const FAR_AHEAD_MS = 300 * 86_400_000

/**
 * @param times instants as ISO 8601 text
 * @param written when the message is written
 */
export function spokenTime(
  { start, end }: { start: string; end: string },
  timeZone: string,
  locale: string,
  written?: Date,
): SpokenTime {
  const [from, to] = [new Date(start), new Date(end)]
  const isFarAhead = written !== undefined && from.getTime() - written.getTime() > FAR_AHEAD_MS
  const full = formatOf(locale, { dateStyle: 'full', timeStyle: 'short', timeZone })
  const short = formatOf(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isFarAhead && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  return {
    when: plain(
      needsOffsets(from, to, timeZone) ? withOffsets(from, to, timeZone, locale) : full.formatRange(from, to),
    ),
    whenShort: plain(short.format(from)),
    zone: zoneWords(from, to, timeZone, locale),
  }
}

const HOUR_MS = 3_600_000

/**
 * Whether clock times alone would mislead: the offset changes in between, or clocks show one of the times twice.
 */
const needsOffsets = (from: Date, to: Date, timeZone: string): boolean =>
  offsetMs(from, timeZone) !== offsetMs(to, timeZone) ||
  isRepeated(from, timeZone) ||
  isRepeated(to, timeZone)

/** Whether clocks show the same time at another instant as well, because they are set back. */
function isRepeated(at: Date, timeZone: string): boolean {
  const by = (ms: number) => new Date(at.getTime() + ms)
  const backMs = offsetMs(by(-3 * HOUR_MS), timeZone) - offsetMs(by(3 * HOUR_MS), timeZone)
  if (backMs <= 0) return false
  const here = offsetMs(at, timeZone)
  return offsetMs(by(backMs), timeZone) === here - backMs || offsetMs(by(-backMs), timeZone) === here + backMs
}

/** Each end of a range with its offset. */
function withOffsets(from: Date, to: Date, timeZone: string, locale: string): string {
  const full = formatOf(locale, { dateStyle: 'full', timeStyle: 'short', timeZone })
  const day = formatOf(locale, { dateStyle: 'full', timeZone })
  const isOneDay = day.format(from) === day.format(to)
  const end = isOneDay ? formatOf(locale, { timeStyle: 'short', timeZone }) : full
  const withOffset = (text: string, at: Date) => `${text} (${offsetWords(at, timeZone)})`
  return `${withOffset(full.format(from), from)} – ${withOffset(end.format(to), to)}`
}

const offsetWords = (at: Date, timeZone: string): string => {
  const offset = zonePart(at, timeZone, 'en', 'longOffset').replace('GMT', 'UTC')
  return offset === 'UTC' ? 'UTC+00:00' : offset
}

function offsetMs(at: Date, timeZone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offsetWords(at, timeZone)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** An offset, which a format shows if a zone has no name. */
const OFFSET = /^(?:GMT|UTC)[+−-]/

function zoneWords(from: Date, to: Date, timeZone: string, locale: string): string {
  const long = zonePart(from, timeZone, locale, 'long')
  // some zones have only a generic name
  const name = OFFSET.test(long) ? zonePart(from, timeZone, locale, 'longGeneric') : long
  const offsets = [...new Set([from, to].map((at) => offsetWords(at, timeZone)))].join(' – ')
  return `${name} (${[timeZone, offsets].filter((part) => part !== name).join(', ')})`
}

const zonePart = (
  at: Date,
  timeZone: string,
  locale: string,
  timeZoneName: 'long' | 'longGeneric' | 'longOffset',
): string =>
  formatOf(locale, { timeZoneName, timeZone })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

// special spaces and minus signs make an SMS up to three times as long, and the spaces confuse old mail clients
const plain = (text: string): string =>
  text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ').replaceAll('\u2212', '-')
