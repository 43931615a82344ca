interface PageSource {
  name: string
  /** Its script. */
  entry: string
  title?: string
  body?: (words: Record<string, string>) => string
}

/** Every page, its script and its title. */
export const pages: readonly PageSource[]
/** The document of a page. */
export function documentOf(page: PageSource, language: string, manifest: object): string
