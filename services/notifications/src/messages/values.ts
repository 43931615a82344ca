import { chooseLocale, type ChosenLocale } from '../domain/locale.ts'
import { spokenTime, type SpokenTime } from '../domain/moments.ts'
import type { MessageValues } from '../templates/catalog.ts'
import { FALLBACK_LOCALE, knownLocales, untitled } from '../templates/render.ts'
import { linksOf, type House, type MessageSource } from './message-source.ts'

export interface Spoken {
  locale: ChosenLocale
  time: SpokenTime
  values: MessageValues
}

/** The values of a message, in the language of its recipient and the zone of its appointment. */
export function spokenValues(source: MessageSource, house: House): Spoken {
  const { notification, whole, application, customer } = source
  const { appointment } = whole
  const { userMessage, previous } = notification.context
  const locale = localeFor(appointment.locale, application)
  const time = spokenTime(appointment, appointment.timezone, locale.formats)
  const { start, end, timezone } = previous ?? {}
  const before =
    start !== undefined && end !== undefined
      ? spokenTime({ start, end }, timezone ?? appointment.timezone, locale.formats).when
      : ''
  return {
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

type Sender = MessageSource['application']

/** The language an application writes to somebody in. */
export const localeFor = (wanted: string, { notifications, defaultLocale }: Sender): ChosenLocale =>
  chooseLocale(wanted, notifications.defaultLocale ?? defaultLocale, knownLocales, FALLBACK_LOCALE)

/** The name an application signs with. */
export const brandOf = ({ notifications }: Sender, { mailFromName }: Pick<House, 'mailFromName'>): string =>
  notifications.from?.emailName ?? mailFromName
