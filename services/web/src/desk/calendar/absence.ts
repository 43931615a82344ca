import { addDays } from '../../text/calendar-dates.ts'
import { instantsOf } from '../../text/zoned-time.ts'
import { startOf } from '../day.ts'
import type { AbsenceRequest } from './calendars-api.ts'

/** The fields of the form of an absence. */
export interface AbsenceDraft {
  /** Whether it covers whole days; otherwise the times apply. */
  isWhole: boolean
  firstDay: string
  lastDay: string
  from: string
  until: string
  reason: string
}

export type AbsenceFault = 'incomplete' | 'reversed' | 'skipped' | 'long'

const MOST_MS = 366 * 86_400_000

/** The two ends of an absence in milliseconds, or the fault of its draft. */
export function absenceSpan(
  { isWhole, firstDay, lastDay, from, until }: AbsenceDraft,
  zone: string,
): { from: number; until: number } | { fault: AbsenceFault } {
  if (firstDay === '' || lastDay === '') return { fault: 'incomplete' }
  if (!isWhole && (from === '' || until === '')) return { fault: 'incomplete' }
  const [start, end] = isWhole
    ? [startOf(firstDay, zone), startOf(addDays(lastDay, 1), zone)]
    : [
        instantsOf({ date: firstDay, time: from }, zone)[0],
        instantsOf({ date: lastDay, time: until }, zone).at(-1),
      ]
  if (start === undefined || end === undefined) return { fault: 'skipped' }
  if (end <= start) return { fault: 'reversed' }
  return end - start > MOST_MS ? { fault: 'long' } : { from: start, until: end }
}

/**
 * The request of a draft without faults. Whole days are those of the agent's own zone, so they have no offset; times are
 * those of the desk.
 */
export function absenceRequest(draft: AbsenceDraft, span: { from: number; until: number }): AbsenceRequest {
  const { isWhole, firstDay, lastDay, reason } = draft
  const ends = isWhole
    ? { from: `${firstDay}T00:00`, until: `${addDays(lastDay, 1)}T00:00` }
    : { from: new Date(span.from).toISOString(), until: new Date(span.until).toISOString() }
  return { ...ends, ...(reason.trim() !== '' && { reason: reason.trim() }) }
}
