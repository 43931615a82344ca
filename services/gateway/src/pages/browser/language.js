/* The language of a page: the one the browser prefers, until the appointment is loaded and determines it. */

import { element } from './elements.js'
import { formatLocale, haveSameTime, timesOf, zoneNameOf, zoneOf } from './phrases.js'
import { wordsFor } from './words.js'
import { knownZone } from './zoned-time.js'

/** @import { Appointment } from './phase.js' */
/** @import { Span } from './phrases.js' */

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const preferred = document.documentElement.lang

export let words = wordsFor(preferred)
export let locale = formatLocale(words.language, undefined, navigator.languages)

/**
 * Switches to the language of the messages to the customer.
 * @param {Appointment} appointment
 */
export function useLanguageOf(appointment) {
  words = wordsFor(appointment.locale, preferred)
  locale = formatLocale(words.language, appointment.locale, navigator.languages)
  document.documentElement.lang = words.language
}

/** @param {Appointment} appointment */
export const spanOf = ({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })

/** @param {Appointment} appointment */
export const zoneOfAppointment = ({ timezone }) => knownZone(timezone)

/**
 * Day and hours in one line.
 * @param {Span} span
 * @param {string} zone
 */
export function oneLine(span, zone) {
  const { day, hours } = timesOf(span, zone, locale)
  return `${day}, ${hours}`
}

/**
 * The span in the visitor's time zone; undefined if the local time is the same there.
 * @param {Span} span
 * @param {string} zone
 */
export function ownTime(span, zone) {
  if (haveSameTime(span, zone, ownZone)) return undefined
  const { day, hours } = timesOf(span, ownZone, locale)
  const isSameDay = day === timesOf(span, zone, locale).day
  const name = zoneNameOf(span.start, ownZone, locale)
  return words.yourTime([...(isSameDay ? [] : [day]), hours, name].join(', '))
}

/**
 * Shows when an appointment takes place.
 * @param {Appointment} appointment
 */
export function when(appointment) {
  const span = spanOf(appointment)
  const zone = zoneOfAppointment(appointment)
  const { day, hours } = timesOf(span, zone, locale)
  const own = ownTime(span, zone)
  return element(
    'div',
    { class: appointment.state === 'CANCELLED' ? 'when struck' : 'when' },
    element('p', {}, day),
    element('p', { class: 'hours' }, hours),
    element('p', { class: 'soft' }, zoneOf(span.start, zone, locale)),
    own !== undefined && element('p', { class: 'soft' }, own),
  )
}
