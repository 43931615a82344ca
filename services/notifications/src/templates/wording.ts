import { createHash } from 'node:crypto'
import type { Application, NotificationType, TemplateWords, UsedTemplate } from '@appointments/contracts'
import { chooseLocale, supporting, type ChosenLocale } from '../domain/wording/locale.ts'
import type { CustomTemplate } from '../domain/wording/message-template.ts'
import type { MailWords, MessageValues } from './catalog.ts'
import { builtInHash, compileWords, FALLBACK_LOCALE, knownLocales, mailWords, textWords } from './render.ts'

export type Medium = 'mail' | 'sms'

/** The words of one message, in the language of its recipient. */
export interface Wording {
  locale: ChosenLocale
  used: UsedTemplate
  mail: (values: MessageValues) => MailWords
  sms: (values: MessageValues) => string
}

type Settings = Pick<Application, 'defaultLocale' | 'notifications'>

/** The languages an application writes in, of those there are words for. */
export const localeFor = (
  wanted: string,
  { notifications, defaultLocale }: Settings,
  known: readonly string[] = knownLocales,
): ChosenLocale =>
  chooseLocale(
    wanted,
    notifications.defaultLocale ?? defaultLocale,
    supporting(known, notifications.supportedLocales),
    FALLBACK_LOCALE,
  )

const hasMedium = (words: TemplateWords | undefined, medium: Medium): boolean =>
  (medium === 'mail' ? words?.subject : words?.sms) !== undefined

/**
 * The words of a type over a medium: the application's own where it has them in the recipient's language, else
 * the built-in ones. Languages only the application knows count as well.
 */
export function wordingFor(
  type: NotificationType,
  medium: Medium,
  { wanted, application, own }: { wanted: string; application: Settings; own: CustomTemplate | undefined },
): Wording {
  const ofOwn = Object.keys(own?.locales ?? {}).filter((tag) => hasMedium(own?.locales[tag], medium))
  const locale = localeFor(wanted, application, [...new Set([...knownLocales, ...ofOwn])])
  const words = own?.locales[locale.words]
  if (own && words && hasMedium(words, medium)) {
    const { key, version, contentHash } = own
    return { locale, used: { key, version, locale: locale.words, contentHash }, ...madeOf(words) }
  }
  return {
    locale,
    used: { locale: locale.words, contentHash: builtInHash(locale.words, type) },
    mail: (values) => mailWords(locale.words, type, values),
    sms: (values) => textWords(locale.words, type, values),
  }
}

function madeOf({ subject = '', heading = '', intro = '', sms = '' }: TemplateWords) {
  const says = (text: string, values: MessageValues) => {
    const said = compileWords(text)(values).trim()
    // words that begin with the name of the company begin with what follows if it has none
    return values.brand === '' ? said.replace(/^[\s:,–-]+/, '') : said
  }
  return {
    mail: (values: MessageValues) => ({
      subject: says(subject, values),
      heading: says(heading, values),
      intro: says(intro, values),
    }),
    sms: (values: MessageValues) => says(sms, values).replaceAll(/\s+/g, ' '),
  }
}

/** Tells one content from another; the same for the same words, whatever their order. */
export const contentHashOf = (locales: Readonly<Record<string, TemplateWords>>): string => {
  const sorted = Object.entries(locales)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([tag, { subject, heading, intro, sms }]) => [tag, subject, heading, intro, sms])
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}
