/* Ways to look at the gallery. */

/** Spacing of text as in success criterion 1.4.12 of WCAG. */
const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

export interface Look {
  /** Language of the texts and of the browser. */
  language: string
  width: number
  scheme: 'light' | 'dark'
  /** Whether the browser replaces the colours of the page with those of its user. */
  hasForcedColors?: boolean
  /** Style rules that the visitor adds. */
  css?: string
}

/** Language, width and colours; the gate looks at each state in one of these ways, the nightly run in all of them. */
export const looks: Record<string, Look> = {
  'on a phone': { language: 'en', width: 360, scheme: 'light' },
  'on a phone, dark': { language: 'en', width: 360, scheme: 'dark' },
  'on a desk': { language: 'en', width: 1280, scheme: 'light' },
  'on a desk, dark': { language: 'en', width: 1280, scheme: 'dark' },
  'on a phone in German, dark': { language: 'de', width: 360, scheme: 'dark' },
  'on a desk in French': { language: 'fr', width: 1280, scheme: 'light' },
  'with longer words on a small phone': { language: 'en-XA', width: 320, scheme: 'light' },
  'from right to left': { language: 'en-XB', width: 360, scheme: 'light' },
  'from right to left, dark': { language: 'en-XB', width: 360, scheme: 'dark' },
  'from right to left on a desk': { language: 'en-XB', width: 1280, scheme: 'light' },
  'from right to left on a desk, dark': { language: 'en-XB', width: 1280, scheme: 'dark' },
  'with the text spaced out': { language: 'en', width: 320, scheme: 'light', css: SPACED },
  'with forced colours': { language: 'de', width: 1280, scheme: 'dark', hasForcedColors: true },
}
