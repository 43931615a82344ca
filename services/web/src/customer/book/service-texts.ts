import type { Place, ServiceType } from '../../api/booking.ts'
import { durationText as durationIn } from '../../text/durations.ts'
import { pageLanguage, pageLocale, say } from '../../text/words.ts'

/** The name of a service in the language of the page. */
export const nameOf = ({ name, names = {} }: Pick<ServiceType, 'name' | 'names'>): string =>
  names[pageLocale()] ?? names[pageLanguage()] ?? name

/** A duration in words, in the language of the page. */
export const durationText = (duration: string): string => durationIn(duration, pageLocale())

/** The place of an appointment in words. */
export const placeText = (channel: Place, address: string | undefined): string =>
  channel === 'IN_PERSON' && address !== undefined ? say('place.at', { address }) : say(`place.${channel}`)
