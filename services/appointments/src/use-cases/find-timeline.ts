import { limits, type Caller } from '@appointments/contracts'
import { timelineCursor, timelinePositionOf } from '../domain/feed-cursor.ts'
import { withNames } from '../feed/named-changes.ts'
import { appointments } from '../repositories/appointments.ts'
import { changes } from '../repositories/changes.ts'
import type { Deps } from './deps.ts'

/** The appointment whose timeline is read, and the cursor of the page. */
interface TimelineOf {
  id: string
  caller: Caller
  cursor?: string | undefined
  limit?: number | undefined
}

/**
 * Lists the changes of an appointment, newest first.
 * @throws Problem APPOINTMENT_NOT_FOUND, CURSOR_INVALID
 */
export const findTimeline =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ id, caller, cursor, limit = limits.defaultCursorPage }: TimelineOf) => {
    await appointments.read(pool, caller, id)
    const before = cursor === undefined ? undefined : timelinePositionOf(cursor, id)
    // one more than requested shows whether there is another page
    const found = await changes.ofAppointment(pool, id, before, limit + 1)
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const isLast = found.length <= limit || !last
    return { ...(await withNames(pool, page)), ...(!isLast && { nextCursor: timelineCursor(last.id, id) }) }
  }
