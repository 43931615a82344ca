/**
 * Durations of the contract: an ISO 8601 subset of days, hours, minutes and seconds, with fractions
 * (docs/contract/times.md#durations). A day is 24 hours. Lengths are always in milliseconds.
 */
export const DAY_MS = 86_400_000
const UNITS_MS = [DAY_MS, 3_600_000, 60_000, 1000] as const

export const DURATION_PATTERN =
  /^P(?=.)(?:(\d{1,9}(?:\.\d{1,9})?)D)?(?:T(?=.)(?:(\d{1,9}(?:\.\d{1,9})?)H)?(?:(\d{1,9}(?:\.\d{1,9})?)M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/

/**
 * The upper limit of each part of a duration, which exceeds every bound of the contract. It keeps a setting that is
 * older than its bound from leading to a time that no date or database can represent.
 */
const MOST_DAYS = 36_500

/**
 * Day part and exact part of a duration, in days and milliseconds, each at most a century; undefined if the text is not
 * a duration.
 */
export function durationParts(text: string): { days: number; timeMs: number } | undefined {
  const match = DURATION_PATTERN.exec(text)
  if (!match) return undefined
  const parts: (string | undefined)[] = match.slice(1)
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const timeMs = Math.round(hours * UNITS_MS[1] + minutes * UNITS_MS[2] + seconds * UNITS_MS[3])
  return { days: Math.min(days, MOST_DAYS), timeMs: Math.min(timeMs, MOST_DAYS * DAY_MS) }
}

/** Length of a duration in milliseconds; undefined if the text is not a duration. */
export function durationMs(text: string): number | undefined {
  const parts = durationParts(text)
  return parts && Math.round(parts.days * DAY_MS) + parts.timeMs
}

/**
 * Length in milliseconds of a duration that was already validated.
 * @throws RangeError for any other text
 */
export function lengthOf(duration: string): number {
  const ms = durationMs(duration)
  if (ms === undefined) throw new RangeError(`not a duration: ${duration}`)
  return ms
}
