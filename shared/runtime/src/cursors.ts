import { createHash } from 'node:crypto'

/** The values that identify a position in a list, such as a time and an id. */
export type Position = readonly (string | number)[]

const FINGERPRINT_CHARACTERS = 16

/** Identifies the filters of a list; the order of their names does not matter. */
const fingerprintOf = (filters: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, FINGERPRINT_CHARACTERS)

/**
 * Makes cursors that continue a list after a position. They are valid only with the same filters, because a position means
 * nothing in another list. They grant no access: each request is checked on its own.
 */
export function cursorsOf(filters: Readonly<Record<string, unknown>>): (position: Position) => string {
  const fingerprint = fingerprintOf(filters)
  return (position) => `${fingerprint}.${Buffer.from(JSON.stringify(position)).toString('base64url')}`
}

/** One cursor; see {@link cursorsOf}. */
export const cursorAt = (position: Position, filters: Readonly<Record<string, unknown>>): string =>
  cursorsOf(filters)(position)

/**
 * The position of a cursor; undefined if the cursor was created with other filters or is not a cursor.
 * @param types the types of the elements of a position
 */
export function positionOf(
  cursor: string,
  filters: Readonly<Record<string, unknown>>,
  types: readonly ('string' | 'number')[],
): Position | undefined {
  const [fingerprint, encoded = ''] = cursor.split('.')
  if (fingerprint !== fingerprintOf(filters)) return undefined
  try {
    const position = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as unknown
    const fits =
      Array.isArray(position) &&
      position.length === types.length &&
      types.every((type, index) => typeof position[index] === type)
    return fits ? (position as Position) : undefined
  } catch {
    return undefined
  }
}
