/** The tag in its canonical spelling; undefined if it is not a language tag. */
function canonical(tag: string | undefined): string | undefined {
  try {
    return tag === undefined ? undefined : Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** The locale of dates: as on the pages, English without a region uses British dates. */
const datesOf = (tag: string): string => (tag === 'en' ? 'en-GB' : tag)

const languageOf = (tag: string): string => tag.split('-')[0] ?? tag

/**
 * The known locales that an application supports.
 * @param supported locales the application lists; a language includes all its regions, and a region its language
 */
export function supporting(
  known: readonly string[],
  supported: readonly string[] | undefined,
): readonly string[] {
  if (!supported) return known
  const languages = new Set(supported.map((tag) => languageOf(canonical(tag) ?? tag)))
  return known.filter((tag) => languages.has(languageOf(tag)))
}

export interface ChosenLocale {
  /** Locale of the text. */
  words: string
  /** Locale of dates: that of the recipient if the text is in the language of the recipient. */
  formats: string
}

/**
 * Chooses the language to write in: the exact locale, else its language, else the application's default, else
 * English.
 * @param known locales with built-in or custom text
 */
export function chooseLocale(
  wanted: string,
  applicationDefault: string | undefined,
  known: readonly string[],
  fallback: string,
): ChosenLocale {
  for (const tag of [canonical(wanted), canonical(applicationDefault)]) {
    if (tag === undefined) continue
    const words = [tag, languageOf(tag)].find((one) => known.includes(one))
    if (words !== undefined) return { words, formats: datesOf(tag) }
  }
  return { words: fallback, formats: datesOf(fallback) }
}
