import { batch, signal } from '@preact/signals'
import IntlMessageFormat from 'intl-messageformat'
import { keepChoice } from './kept-choice.ts'
import { directionOf, formatLocale, languageOf, type Language } from './languages.ts'
import type { MessageArguments } from './message-arguments.ts'
import { pseudoLanguages } from './pseudo-languages.ts'

type Parsed = Record<string, ConstructorParameters<typeof IntlMessageFormat>[0]>
type Key = keyof MessageArguments
/** Keys of messages without arguments. */
export type PlainKey = { [One in Key]: MessageArguments[One] extends undefined ? One : never }[Key]

/** Files of messages, by language; each is loaded when it is needed. */
export type MessageFiles = Record<Language, () => Promise<{ default: unknown }>>

// the build parses the messages, so their type is not that of the files
const loaders: MessageFiles = {
  en: () => import('../../messages/en/customer.json'),
  de: () => import('../../messages/de/customer.json'),
  fr: () => import('../../messages/fr/customer.json'),
}

/** The language that the visitor chose on this page; undefined if none was chosen. */
let chosen: string | undefined
/** The hints of the last call of {@link useLanguage}. */
let known: LanguageHints = {}

const loaded = signal<{ language: string; messages: Parsed }>({ language: 'en', messages: {} })
const dates = signal('en-GB')

/** The language of the page. */
export const pageLanguage = (): string => loaded.value.language

/** The locale in which the page writes dates and times. */
export const pageLocale = (): string => dates.value

/** Locales that determine the language of the page. */
export interface LanguageHints {
  /** Locale of the appointment. */
  appointment?: string | undefined
  /** Locales of the application, the default one first. */
  application?: readonly string[] | undefined
  /** Messages of the page besides those that all pages share. */
  more?: MessageFiles
}

/**
 * Loads the words of the visitor's language: the chosen one or that of the address, otherwise of the appointment,
 * otherwise of the browser, otherwise of the application.
 */
export async function useLanguage(hints: LanguageHints = {}): Promise<void> {
  known = hints
  const { appointment, application = [], more } = hints
  const wanted = chosen ?? new URLSearchParams(location.search).get('lang')
  const language = languageOf(wanted, appointment, ...navigator.languages, ...application)
  // the languages of tests are in one file each
  const pseudo = pseudoLanguages[language]?.load
  const files = pseudo ? [pseudo] : [loaders, more].flatMap((one) => one?.[language as Language] ?? [])
  const loadedFiles = await Promise.all(files.map((load) => load()))
  // another language may have been chosen meanwhile
  if (wanted !== (chosen ?? wanted)) return
  const before = loaded.peek()
  // words that parts of the page have added stay, because a part may still use them
  const added = before.language === language ? before.messages : {}
  const messages = Object.assign({}, added, ...loadedFiles.map(({ default: content }) => content)) as Parsed
  batch(() => {
    loaded.value = { language, messages }
    dates.value = formatLocale(language, appointment, navigator.languages)
  })
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

/** Shows the page in another language; the address keeps the choice. Everything else on the page stays as it is. */
export async function chooseLanguage(language: string): Promise<void> {
  chosen = language
  keepChoice('lang', language)
  await useLanguage(known).catch(() => {
    // without the words the page keeps its language, and loads them when it is opened again
    if (chosen === language) chosen = pageLanguage()
  })
}

/** Loads further words for a part of the page, in the language of the page. */
export async function addWords(more: MessageFiles): Promise<void> {
  const { language } = loaded.peek()
  // the languages of tests have all words from the beginning
  if (pseudoLanguages[language]) return
  const { default: content } = await more[language as Language]()
  loaded.value = { language, messages: { ...loaded.peek().messages, ...(content as Parsed) } }
}

/** A text of the page in its language. */
export function say<One extends Key>(
  key: One,
  ...[values]: MessageArguments[One] extends undefined ? [] : [MessageArguments[One]]
): string {
  const { language, messages } = loaded.value
  return String(new IntlMessageFormat(messages[key] ?? key, language).format(values ?? {}))
}

/** A text that the page keeps. It is read in the language that the page has by then. */
export const kept = (text: () => string): { readonly text: string } => ({
  get text() {
    return text()
  },
})
