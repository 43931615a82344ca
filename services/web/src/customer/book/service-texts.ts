import type { Place, ServiceType } from '../../api/booking.ts'
import { lengthOf } from '../../text/times.ts'
import { pageLanguage, pageLocale, say } from '../../text/words.ts'

/** The name of a service in the language of the page. */
export const nameOf = ({ name, names = {} }: Pick<ServiceType, 'name' | 'names'>): string =>
  names[pageLocale()] ?? names[pageLanguage()] ?? name

const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/

/** A duration such as `PT1H30M` in words; text that is not one stays as it is. */
export function durationText(duration: string): string {
  const found = DURATION.exec(duration)
  if (!found) return duration
  const [days = 0, hours = 0, minutes = 0] = found.slice(1).map((part) => Number(part || 0))
  return lengthOf({ start: 0, end: ((days * 24 + hours) * 60 + minutes) * 60_000 }, pageLocale())
}

/** The place of an appointment in words. */
export const placeText = (channel: Place, address: string | undefined): string =>
  channel === 'IN_PERSON' && address !== undefined ? say('place.at', { address }) : say(`place.${channel}`)
