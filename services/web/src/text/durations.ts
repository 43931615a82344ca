import { lengthOf } from './times.ts'

const DURATION = /^P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/

/** A duration such as `PT1H30M` or `PT1.5H` in words; any other text stays as it is. */
export function durationText(duration: string, locale: string): string {
  const found = DURATION.exec(duration)
  if (!found) return duration
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part || 0))
  const end = Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)
  return lengthOf({ start: 0, end }, locale)
}
