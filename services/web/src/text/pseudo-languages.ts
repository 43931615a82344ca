/** A language that tests add to those of the pages. */
export interface PseudoLanguage {
  direction: 'ltr' | 'rtl'
  load: () => Promise<{ default: unknown }>
}

/** None in the pages that are served; the gallery is built with others in place of this file. */
export const pseudoLanguages: Record<string, PseudoLanguage> = {}
