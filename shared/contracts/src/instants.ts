import { Temporal } from 'temporal-polyfill'

/** An instant in the contract's format: RFC 3339, UTC, milliseconds only if not zero. */
export function instant(at: Date | string | number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}

/** An instant in whole seconds, the format of the room's expiry (docs/contract/times.md#instants). */
export function instantInSeconds(at: Date | string | number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** Longer than any written instant, including zone and calendar. */
const MAX_LENGTH = 128
// the range of RFC 3339 in UTC: years of four digits
const FIRST = Date.parse('0000-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

const TIMED = /^[+-]?[\d-]{8,13}[Tt ]\d/
const DAY = /^(?:\d{4}-\d{2}-\d{2}|\d{8})$/
const NAMED_ZONE = /\[!?[^\]=]+\]/

/** The parsed value; undefined if Temporal cannot read the text. */
function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const withoutOffset = (text: string) =>
  NAMED_ZONE.test(text)
    ? Temporal.ZonedDateTime.from(text)
    : // annotations such as a calendar follow the offset
      Temporal.Instant.from(text.replace(/(?=\[)|$/, 'Z'))

const withinYears = (ms: number | undefined) =>
  ms === undefined || ms < FIRST || ms > LAST ? undefined : new Date(ms)

/** The instant of an epoch time that a client sends back; undefined if no instant of the API can have it. */
export const instantOf = (ms: unknown): Date | undefined =>
  typeof ms === 'number' ? withinYears(ms) : undefined

/**
 * Reads an ISO 8601 date-time as Temporal does: extended or basic format, with or without seconds, any
 * offset, a zone in brackets. An offset takes precedence over a zone in brackets; the default is UTC.
 * Undefined if the text is not a date-time, the day does not exist, or the year is outside 0000 to 9999.
 */
export function parseInstant(text: string): Date | undefined {
  if (text.length > MAX_LENGTH || !TIMED.test(text)) return undefined
  const at = readable(() => Temporal.Instant.from(text)) ?? readable(() => withoutOffset(text))
  return withinYears(at?.epochMilliseconds)
}

/** The same, or a date alone, which means the start of that day in UTC. */
export function parseInstantOrDay(text: string): Date | undefined {
  if (!DAY.test(text)) return parseInstant(text)
  return withinYears(readable(() => Temporal.PlainDate.from(text).toZonedDateTime('UTC').epochMilliseconds))
}

// a comma separates two instants unless a fraction of a second follows it
const BETWEEN_INSTANTS = /,(?!(?!(?:\d{4}-\d{2}-\d{2}|\d{8})(?:[Tt ,[]|$))\d{1,9}(?:[Zz+\-[,]|$))/

/** Splits a list of instants, whose fractions may be written with a comma. */
export const splitInstants = (text: string): string[] => text.split(BETWEEN_INSTANTS)
