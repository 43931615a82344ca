/** A date as text. In French the first of a month is an ordinal, which Intl lacks: `1er novembre`. */
export function dateText(format: Intl.DateTimeFormat, instant: number): string {
  if (!format.resolvedOptions().locale.startsWith('fr')) return format.format(instant)
  const parts = format.formatToParts(instant)
  return parts.map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value)).join('')
}
