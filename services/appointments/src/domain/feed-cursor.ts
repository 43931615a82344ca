import { problem } from '@appointments/contracts'
import { cursorAt, cursorsOf, positionOf } from '@appointments/runtime'

/** The filters of a request to the feed. */
export interface FeedFilters {
  applicationId?: string | undefined
  agentId?: string | undefined
  type?: readonly string[] | undefined
}

/** The filters in a canonical form, so that equal filters compare equal. */
const canonical = ({ applicationId, agentId, type }: FeedFilters) => ({
  applicationId: applicationId ?? null,
  agentId: agentId ?? null,
  type: type ? [...new Set(type)].sort() : null,
})

/** Makes cursors of the feed. A cursor contains the position, the time at which it was issued, and the filters. */
export function feedCursors(filters: FeedFilters): (position: number, now: Date) => string {
  const cursorAt = cursorsOf(canonical(filters))
  return (position, now) => cursorAt([position, now.getTime()])
}

/**
 * The position of a cursor.
 * @throws Problem CURSOR_INVALID, or CURSOR_EXPIRED if it was issued before the time since which the feed contains
 * every change
 */
export function feedPositionOf(cursor: string, filters: FeedFilters, keptSince: Date): number {
  const [position, givenAt] = positionOf(cursor, canonical(filters), ['number', 'number']) ?? []
  if (!isPosition(position) || !isPosition(givenAt)) throw problem('CURSOR_INVALID')
  requireKept(new Date(givenAt), keptSince)
  return position
}

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** @throws Problem CURSOR_EXPIRED if the feed may no longer contain every change since then */
export function requireKept(since: Date, keptSince: Date): void {
  if (since < keptSince) throw problem('CURSOR_EXPIRED')
}

/** A cursor of a timeline: the last change of its page. */
export const timelineCursor = (lastId: number, appointmentId: string): string =>
  cursorAt([lastId], { appointmentId })

/** @throws Problem CURSOR_INVALID if the cursor belongs to another appointment */
export function timelinePositionOf(cursor: string, appointmentId: string): number {
  const [lastId] = positionOf(cursor, { appointmentId }, ['number']) ?? []
  if (!isPosition(lastId)) throw problem('CURSOR_INVALID')
  return lastId
}
