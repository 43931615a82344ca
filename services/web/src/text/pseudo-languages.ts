/** A language that tests add to those of the pages. */
export interface PseudoLanguage {
  direction: 'ltr' | 'rtl'
  load: () => Promise<{ default: unknown }>
}

/** Empty in the served pages; the build of the gallery replaces this file. */
export const pseudoLanguages: Record<string, PseudoLanguage> = {}
