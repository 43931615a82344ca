import { createHash } from 'node:crypto'
import Handlebars from 'handlebars'
import { IntlMessageFormat } from 'intl-messageformat'
import { createBoundedCache } from '@appointments/runtime'
import type { Catalog, MessageName, MessageValues } from './catalog.ts'
import { de } from './de/index.ts'
import { en } from './en/index.ts'
import { fr } from './fr/index.ts'
import { htmlLayout } from './html-layout.ts'
import type { Look } from './look.ts'
import { textLayout } from './layout.ts'

export const FALLBACK_LOCALE = 'en'
const catalogs: readonly Catalog[] = [en, de, fr]

type Template = (values: object) => string

interface Language {
  locale: string
  words: Record<keyof Catalog['words'], Template>
  mails: Record<MessageName, { subject: Template; heading: Template; intro: Template }>
  sender: Template
  texts: Record<MessageName, Template>
  minutes: IntlMessageFormat
  hashes: Record<MessageName, string>
}

export interface Row {
  label: string
  value: string
  struck: boolean
}
export interface Action {
  label: string
  link: string
  /** True for the main action of the mail. */
  main: boolean
}

/** Content of a mail's layout. */
export interface Framed {
  locale: string
  subject: string
  preview: string
  brand: string
  /** The colon after a label in the plain text. */
  colon: string
  heading: string
  greeting: string
  intro: string
  code: string
  codeLabel: string
  codeValid: string
  rows: Row[]
  actions: Action[]
  footer: string
  /** Links to unsubscribe; empty if the mail offers none. */
  optOut: Pick<Action, 'label' | 'link'>[]
  look: Look
}

// a separate instance: templates cannot call helpers that other code registers
const handlebars = Handlebars.create()
for (const helper of ['log', 'lookup', 'with', 'helperMissing', 'blockHelperMissing']) {
  handlebars.unregisterHelper(helper)
}

function compile(source: string, { escape }: { escape: boolean }): Template {
  const template = handlebars.compile(source, {
    strict: true,
    knownHelpersOnly: true,
    noEscape: !escape,
    preventIndent: true,
  })
  return (values) =>
    template(values, { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false })
}

// texts are rendered as plain text; the layout of the HTML mail escapes them
const words = (source: string) => compile(source, { escape: false })
const compiled = <Key extends string>(sources: Record<Key, string>) =>
  mapped(sources, (source: string) => words(source))

function mapped<Key extends string, From, To>(record: Record<Key, From>, change: (from: From) => To) {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, change(value as From)]),
  ) as Record<Key, To>
}

const hashOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex')

const languages = new Map<string, Language>(
  catalogs.map((catalog) => [
    catalog.locale,
    {
      locale: catalog.locale,
      words: compiled(catalog.words),
      mails: mapped(catalog.mails, (mail) => compiled<keyof typeof mail>({ ...mail })),
      sender: words(catalog.sender),
      texts: compiled(catalog.texts),
      minutes: new IntlMessageFormat(catalog.minutes, catalog.locale),
      hashes: mapped(catalog.mails, (mail) => hashOf([mail, catalog.sender, catalog.texts, catalog.words])),
    },
  ]),
)

const frame = {
  html: compile(htmlLayout, { escape: true }),
  text: compile(textLayout, { escape: false }),
}

/** Locales with built-in texts. */
export const knownLocales: readonly string[] = [...languages.keys()]

const languageOf = (locale: string): Language =>
  languages.get(locale) ?? (languages.get(FALLBACK_LOCALE) as Language)

/** The texts of a mail in a language. */
export const mailWords = (locale: string, name: MessageName, values: MessageValues) =>
  mapped(languageOf(locale).mails[name], (template) => template(values).trim())

/** The text of an SMS in a language, with the company's name as prefix if it has one. */
export function textWords(locale: string, name: MessageName, values: MessageValues): string {
  const { sender, texts } = languageOf(locale)
  // a one-time password comes first, so that notifications on the phone show it
  const begin = values.brand === '' || name === 'OTP' ? '' : sender(values)
  return `${begin}${texts[name](values)}`.replaceAll(/\s+/g, ' ').trim()
}

/** Identifies the version of a built-in text. */
export const builtInHash = (locale: string, name: MessageName): string => languageOf(locale).hashes[name]

const COMPILED_TEXTS = 500
const compiledTexts = createBoundedCache<Template>(COMPILED_TEXTS)

/** Compiles a custom text, which was validated when it was stored. */
export function compileWords(text: string): Template {
  const known = compiledTexts.get(text, 0)
  if (known) return known
  const template = words(text)
  compiledTexts.set(text, template, Infinity)
  return template
}

/** A number of minutes as text, such as `1 minute`. */
export const minutesInWords = (locale: string, count: number): string =>
  String(languageOf(locale).minutes.format({ count }))

/** Labels and short sentences of a language. */
export const commonWords = (locale: string, values: MessageValues) =>
  mapped(languageOf(locale).words, (template) => template(values))

export type CommonWords = ReturnType<typeof commonWords>

/** The title for an appointment without one. */
export const untitled = (locale: string): string => languageOf(locale).words.untitled({})

/** Labels of the ways in which an appointment can take place. */
export const placeWords = (locale: string): { byPhone: string; byVideo: string; inPerson: string } => {
  const { byPhone, byVideo, inPerson } = languageOf(locale).words
  return { byPhone: byPhone({}), byVideo: byVideo({}), inPerson: inPerson({}) }
}

/** Both bodies of a mail. */
export const framed = (content: Framed): { html: string; text: string } => ({
  html: frame.html(content),
  text: frame.text(content),
})
