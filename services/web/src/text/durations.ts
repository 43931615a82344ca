import { lengthOf } from './times.ts'

const DURATION = /^P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/

/** The length of a duration such as `PT1H30M` or `PT1.5H` in minutes; undefined for any other text. */
export function minutesOf(duration: string): number | undefined {
  const found = DURATION.exec(duration)
  if (!found) return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part || 0))
  return days * 1440 + hours * 60 + minutes + seconds / 60
}

/** A duration in words; text that is no duration stays as it is. */
export function durationText(duration: string, locale: string): string {
  const minutes = minutesOf(duration)
  return minutes === undefined ? duration : lengthOf({ start: 0, end: Math.round(minutes * 60_000) }, locale)
}
