import { createHash } from 'node:crypto'
import type { Application, NotificationType, TemplateWords, UsedTemplate } from '@appointments/contracts'
import { chooseLocale, supporting, type ChosenLocale } from '../domain/wording/locale.ts'
import type { CustomTemplate } from '../domain/wording/message-template.ts'
import type { MailWords, MessageValues } from './catalog.ts'
import { builtInHash, compileWords, FALLBACK_LOCALE, knownLocales, mailWords, textWords } from './render.ts'

export type Medium = 'mail' | 'sms'

/** The texts of one message, in the recipient's language. */
export interface Wording {
  locale: ChosenLocale
  used: UsedTemplate
  mail: (values: MessageValues) => MailWords
  sms: (values: MessageValues) => string
}

type Settings = Pick<Application, 'defaultLocale' | 'notifications'>

/** Chooses a language among those the application supports. */
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
 * The texts of a type for a medium: the application's if it has them in the recipient's language, else the built-in
 * ones. Languages without built-in texts are considered, too, if the application has texts in them.
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
    // without a company name, drop the separator that would follow it
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

/** A hash of the content that does not depend on the order of keys. */
export const contentHashOf = (locales: Readonly<Record<string, TemplateWords>>): string => {
  const sorted = Object.entries(locales)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([tag, { subject, heading, intro, sms }]) => [tag, subject, heading, intro, sms])
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}
