/** Markup that is safe to insert into a page. */
export interface Markup {
  readonly markup: string
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one] ?? one)

/** Marks a string as safe markup. */
export const trusted = (markup: string): Markup => ({ markup })
export const nothing: Markup = trusted('')

type Part = Markup | string | number | false | undefined | readonly Markup[]

const write = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(write).join('')
  return escaped(String(part))
}

/** Builds markup and escapes all values that are not markup. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  trusted(strings.map((string, index) => string + write(parts[index])).join(''))
