/** Languages of the pages; `en` is used if nothing else fits. */
export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

/** Their names, each in its own language. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français' }

/** The first available language of the tags, otherwise English. */
export function languageOf(...tags: readonly (string | null | undefined)[]): Language {
  const primary = tags.map((tag) => tag?.split('-')[0]?.toLowerCase())
  return primary.flatMap((tag) => languages.find((one) => one === tag) ?? []).at(0) ?? 'en'
}

/**
 * Locale of dates and times: the appointment's if it names a region of the page's language, otherwise the first such
 * locale of the visitor. English without a region is written as in Britain.
 */
export function formatLocale(
  language: Language,
  appointmentLocale: string | undefined,
  visitorLocales: readonly string[],
): string {
  const fits = [...(appointmentLocale === undefined ? [] : [appointmentLocale]), ...visitorLocales].find(
    (tag) => tag.startsWith(`${language}-`),
  )
  return fits ?? (language === 'en' ? 'en-GB' : language)
}
