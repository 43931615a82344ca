import { pseudoLanguages } from './pseudo-languages.ts'

/** Languages of the pages; `en` is used if nothing else fits. */
export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

/** Their names, each in its own language. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français' }

/** The first available language of the tags, otherwise English. */
export function languageOf(...tags: readonly (string | null | undefined)[]): string {
  const available: string[] = [...languages, ...Object.keys(pseudoLanguages)]
  const found = tags.flatMap((tag) => {
    const wanted = [tag, tag?.split('-')[0]].map((one) => one?.toLowerCase())
    return (
      available.find((one) => wanted[0] === one.toLowerCase()) ??
      available.find((one) => one === wanted[1]) ??
      []
    )
  })
  return found.at(0) ?? 'en'
}

/** The direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => pseudoLanguages[language]?.direction ?? 'ltr'

/**
 * Locale of dates and times: the appointment's if it names a region of the page's language, otherwise the first such
 * locale of the visitor. English without a region is written as in Britain.
 */
export function formatLocale(
  language: string,
  appointmentLocale: string | undefined,
  visitorLocales: readonly string[],
): string {
  const fits = [...(appointmentLocale === undefined ? [] : [appointmentLocale]), ...visitorLocales].find(
    (tag) => tag.startsWith(`${language}-`),
  )
  if (fits !== undefined) return fits
  return language.startsWith('en') ? 'en-GB' : language
}
