/** An instant as the contract writes it: RFC 3339, UTC, milliseconds only where there are any. */
export function instant(at: Date | string | number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}

/** An instant in whole seconds, as the room's expiry is written (reference, section 8). */
export function instantInSeconds(at: Date | string | number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Reads an RFC 3339 date-time with `Z` or an offset; undefined where the text is none, or no day of the calendar. */
export function parseInstant(text: string): Date | undefined {
  const match = RFC3339.exec(text)
  if (!match) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > lastDay) return undefined
  const at = new Date(text.toUpperCase())
  return Number.isNaN(at.getTime()) ? undefined : at
}
