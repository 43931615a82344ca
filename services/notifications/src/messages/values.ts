import type { ChosenLocale } from '../domain/locale.ts'
import { spokenTime, type SpokenTime } from '../domain/moments.ts'
import type { MessageValues } from '../templates/catalog.ts'
import { untitled } from '../templates/render.ts'
import { wordingFor, type Medium, type Wording } from '../templates/wording.ts'
import { linksOf, type House, type MessageSource } from './message-source.ts'

export interface Spoken {
  wording: Wording
  locale: ChosenLocale
  time: SpokenTime
  values: MessageValues
}

/** The words and values of a message, in the language of its recipient and the zone of its appointment. */
export function spokenValues(source: MessageSource, medium: Medium, house: House): Spoken {
  const { notification, whole, application, customer, own } = source
  const { appointment } = whole
  const { userMessage, previous } = notification.context
  const wording = wordingFor(notification.type, medium, { wanted: appointment.locale, application, own })
  const { locale } = wording
  const time = spokenTime(appointment, appointment.timezone, locale.formats)
  const { start, end, timezone } = previous ?? {}
  const before =
    start !== undefined && end !== undefined
      ? spokenTime({ start, end }, timezone ?? appointment.timezone, locale.formats).when
      : ''
  return {
    wording,
    locale,
    time,
    values: {
      brand: brandOf(application, house),
      name: customer.firstName ?? '',
      title: appointment.title ?? untitled(locale.words),
      when: time.when,
      whenShort: time.whenShort,
      before,
      ...linksOf(source, house),
      userMessage: userMessage ?? '',
      code: '',
      minutes: '',
    },
  }
}

/** The name an application signs with. */
export const brandOf = (
  { notifications }: MessageSource['application'],
  { mailFromName }: Pick<House, 'mailFromName'>,
): string => notifications.from?.emailName ?? mailFromName
