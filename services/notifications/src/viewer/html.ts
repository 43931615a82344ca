/** Markup that is safe to put into a page. */
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

/** Markup that is known to be safe as it is. */
export const trusted = (markup: string): Markup => ({ markup })
export const nothing: Markup = trusted('')

type Part = Markup | string | number | false | undefined | readonly Markup[]

const write = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(write).join('')
  return escaped(String(part))
}

/** Markup with values in it; whatever is no markup itself is escaped. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  trusted(strings.map((string, index) => string + write(parts[index])).join(''))
