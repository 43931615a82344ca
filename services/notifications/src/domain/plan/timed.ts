import type { Application, WholeAppointment } from '@appointments/contracts'
import type { Draft, Reason } from '../notification.ts'
import { outsideQuietHours, quietHoursFor } from './quiet-hours.ts'
import { usefulUntil } from './windows.ts'

/** What decides when a draft is due. */
export interface TimingContext {
  whole: WholeAppointment
  application: Application
  now: Date
}

/**
 * Sets the time a draft is due, outside quiet hours, or cancels it with a reason.
 * @param last the end of its usefulness
 */
export function timed(
  draft: Draft,
  { whole, application, now }: TimingContext,
  dueAt: Date,
  barred: Reason | undefined,
  last: Date = draft.relevantUntil,
): Draft {
  if (barred) return { ...draft, status: 'CANCELLED', reason: barred }
  const { type, channel, context } = draft
  const { appointment } = whole
  const quiet = quietHoursFor(application, type, channel, appointment.timezone)
  const deadline = usefulUntil(appointment, context, [draft.relevantUntil, last], now)
  const at = quiet ? outsideQuietHours(dueAt, quiet, deadline, now) : dueAt
  if (!at) return { ...draft, status: 'CANCELLED', reason: 'quiet_hours' }
  return { ...draft, dueAt: at, ...(at.getTime() !== dueAt.getTime() && { reason: 'quiet_hours' as const }) }
}
