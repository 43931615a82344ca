import { hasSameTime, nameOf } from '@appointments/appointment'
import type { ChosenLocale } from '../domain/wording/locale.ts'
import { spokenTime, type SpokenTime } from '../domain/wording/moments.ts'
import type { MessageValues } from '../templates/catalog.ts'
import { commonWords, untitled } from '../templates/render.ts'
import { wordingFor, type Medium, type Wording } from '../templates/wording.ts'
import { companyName } from './company.ts'
import { isByVideo } from '../domain/wording/by-video.ts'
import { linksOf, type Installation, type MessageSource } from './message-source.ts'

export interface Spoken {
  wording: Wording
  locale: ChosenLocale
  time: SpokenTime
  values: MessageValues
}

/** The texts and values of a message, in the recipient's language and the appointment's time zone. */
export function spokenValues(source: MessageSource, medium: Medium, installation: Installation): Spoken {
  const { notification, whole, application, customer, own } = source
  const { appointment } = whole
  const { userMessage, previous } = notification.context
  const wording = wordingFor(notification.type, medium, { wanted: appointment.locale, application, own })
  const { locale } = wording
  // not the present time, so that all attempts have the same text
  const written = notification.scheduledFor ?? notification.createdAt
  const time = spokenTime(appointment, appointment.timezone, locale.formats, written)
  const { start, end, timezone = appointment.timezone } = previous ?? {}
  const before = start !== undefined && end !== undefined ? { start, end } : undefined
  const isSameTime = before !== undefined && hasSameTime(before, appointment)
  const hasNewZone = timezone !== appointment.timezone
  const links = linksOf(source, installation)
  const values = {
    brand: companyName(source),
    name: customer.firstName ?? '',
    agent: agentOf(source),
    title: appointment.title ?? untitled(locale.words),
    when: time.when,
    whenShort: time.whenShort,
    before: before ? spokenTime(before, appointment.timezone, locale.formats).when : '',
    newZone: isSameTime && hasNewZone ? 'zone' : '',
    unmoved: isSameTime && !hasNewZone ? 'unmoved' : '',
    ...links,
    joinLink: isOpenToJoin(source) ? links.roomLink : '',
    video: appointment.room && isByVideo(whole) ? 'video' : '',
    linkNote: '',
    userMessage: userMessage ?? '',
    code: '',
    minutes: '',
  }
  const words = commonWords(locale.words, values)
  return {
    wording,
    locale,
    time,
    values: { ...values, linkNote: hasNewLink(source) ? words.newLink : words.sameLink },
  }
}

/** The name of the organizer; empty if there is none, or if the directory has no name for it. */
function agentOf({ whole: { roster }, agentNames }: MessageSource): string {
  const { organizerId } = roster
  return (organizerId !== undefined && nameOf({ agentNames }, organizerId).displayName) || ''
}

/**
 * Whether a customer can join: the room is open, or opens automatically. It does not for an appointment that was booked
 * before the application activated appointments automatically.
 */
const isOpenToJoin = ({ whole, application }: MessageSource): boolean => {
  const { state, autoActivate } = whole.appointment
  if (!isByVideo(whole)) return false
  // older releases do not say how they booked
  const opensByItself = application.autoActivate && autoActivate !== false
  return state === 'ACTIVATED' || (state === 'SCHEDULED' && opensByItself)
}

/** Whether the change in a message gave the customer a new manage link. */
function hasNewLink({ notification, whole, customer }: MessageSource): boolean {
  const before = notification.context.manageVersions?.[customer.id] ?? 1
  return (whole.appointment.manageVersions[customer.id] ?? 1) !== before
}
