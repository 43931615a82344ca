import type { Appointment, CustomerAction } from '../../api/appointment.ts'

export type Action = 'move' | 'cancel'

/** An older release decides only when the customer sends the change. */
const UNKNOWN: CustomerAction = { allowed: true }

const limitOf = ({ customerActions }: Appointment, action: Action): CustomerAction =>
  customerActions?.[action] ?? UNKNOWN

/** Whether the customer may still change the appointment in this way. */
export function mayDo(appointment: Appointment, action: Action | undefined, now: number): boolean {
  if (action === undefined || Date.parse(appointment.end) <= now) return false
  if (appointment.state !== 'SCHEDULED' && appointment.state !== 'ACTIVATED') return false
  const { allowed, until } = limitOf(appointment, action)
  return allowed && (until === undefined || Date.parse(until) > now)
}

/** Until when the customer may change the appointment in this way; undefined without a limit or permission. */
export function limitAhead(appointment: Appointment, action: Action, now: number): number | undefined {
  const { until } = limitOf(appointment, action)
  return until !== undefined && mayDo(appointment, action, now) ? Date.parse(until) : undefined
}
