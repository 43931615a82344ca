import type { Appointment } from '../../api/appointment.ts'

export type Action = 'move' | 'cancel'

/** Whether the customer may still change the appointment in this way. */
export function mayDo(appointment: Appointment, action: Action | undefined, now: number): boolean {
  if (action === undefined || Date.parse(appointment.end) <= now) return false
  if (appointment.state !== 'SCHEDULED' && appointment.state !== 'ACTIVATED') return false
  const { allowed, until } = appointment.customerActions[action]
  return allowed && (until === undefined || Date.parse(until) > now)
}

/** Until when the customer may change the appointment in this way; undefined without a limit or permission. */
export function limitAhead(appointment: Appointment, action: Action, now: number): number | undefined {
  const { until } = appointment.customerActions[action]
  return until !== undefined && mayDo(appointment, action, now) ? Date.parse(until) : undefined
}
