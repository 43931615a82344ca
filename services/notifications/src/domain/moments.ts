import { createBoundedCache } from '@appointments/runtime'

/** An appointment's time in words of a locale and of the appointment's zone. */
export interface SpokenTime {
  /** Day and time in full. */
  when: string
  /** Day and time in few characters, with the zone's abbreviation. */
  whenShort: string
  /** The zone's name and its offset at that time. */
  zone: string
}

// making a format costs a millisecond, and a message needs several; most recipients share a few
const formats = createBoundedCache<Intl.DateTimeFormat>(500)

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = formats.get(key, 0)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, options)
  formats.set(key, format, Infinity)
  return format
}

/** @param times instants as ISO 8601 text */
export function spokenTime(
  { start, end }: { start: string; end: string },
  timeZone: string,
  locale: string,
): SpokenTime {
  const [from, to] = [new Date(start), new Date(end)]
  const full = formatOf(locale, { dateStyle: 'full', timeStyle: 'short', timeZone })
  const short = formatOf(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  return {
    when: plainSpaces(full.formatRange(from, to)),
    whenShort: plainSpaces(short.format(from)),
    zone: zoneWords(from, timeZone, locale),
  }
}

function zoneWords(at: Date, timeZone: string, locale: string): string {
  const name = zonePart(at, timeZone, locale, 'long')
  const offset = zonePart(at, timeZone, 'en', 'longOffset').replace('GMT', 'UTC')
  const known = [timeZone, offset === 'UTC' ? 'UTC+00:00' : offset].filter((part) => part !== name)
  return `${name} (${known.join(', ')})`
}

const zonePart = (at: Date, timeZone: string, locale: string, timeZoneName: 'long' | 'longOffset'): string =>
  formatOf(locale, { timeZoneName, timeZone })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

// narrow no-break and thin spaces make an SMS three times as long and confuse old mail clients
const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ')
