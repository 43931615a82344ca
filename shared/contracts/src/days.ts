import { Temporal } from 'temporal-polyfill'

/** Canonical names by the name in lower case, because requests may spell a name in any letter case. */
const canonicalZones = new Map<string, string>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * The canonical name of a time zone. `Temporal` rejects some names that the runtime accepts, such as AGT, but no
 * canonical ones.
 * @throws RangeError if the runtime does not know the zone
 */
export function canonicalZone(zone: string): string {
  const key = zone.toLowerCase()
  const known = canonicalZones.get(key)
  if (known !== undefined) return known
  const canonical = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  canonicalZones.set(key, canonical)
  return canonical
}

/** Whether two names mean the same zone, such as Asia/Calcutta and Asia/Kolkata. */
export function isSameZone(one: string, other: string): boolean {
  if (one === other) return true
  try {
    return canonicalZone(one) === canonicalZone(other)
  } catch {
    return false
  }
}

/** The canonical name; UTC if the runtime does not know the zone, such as one that a newer runtime stored. */
function knownZone(zone: string): string {
  try {
    return canonicalZone(zone)
  } catch {
    return 'UTC'
  }
}

function dateFormatOf(zone: string): Intl.DateTimeFormat {
  // Swedish writes dates as ISO 8601 does
  const format =
    dateFormats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone })
  dateFormats.set(zone, format)
  return format
}

/** The date of an instant in a time zone, or in UTC if the runtime does not know the zone. */
export const dayIn = (zone: string, at: Date): string => dateFormatOf(knownZone(zone)).format(at)

/** When a day of a time zone begins, and when the next one does; in UTC if the runtime does not know the zone. */
export function spanOfDay(zone: string, day: string): { from: Date; to: Date } {
  const date = Temporal.PlainDate.from(day)
  const begin = (of: Temporal.PlainDate) => new Date(of.toZonedDateTime(knownZone(zone)).epochMilliseconds)
  return { from: begin(date), to: begin(date.add({ days: 1 })) }
}
