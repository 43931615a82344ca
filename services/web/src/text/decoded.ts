/** A decoded part of an address. A part with a broken escape stays as it is, so it names nothing that exists. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
