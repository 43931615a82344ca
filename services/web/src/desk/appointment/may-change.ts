import type { Appointment } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { isOpen } from '../standing.ts'

/** Whether an appointment can still be changed. */
export const mayStillChange = (appointment: Appointment, now: number): boolean =>
  isOpen(appointment) && now < Date.parse(appointment.end)

/** Whether the person may give an appointment to another agent. */
export const mayReassign = (
  { is, application }: Pick<Desk, 'is' | 'application'>,
  appointment: Appointment,
  now: number,
): boolean =>
  mayStillChange(appointment, now) &&
  (is('ROLE_SUPERVISOR') ||
    (is('ROLE_AGENT') &&
      application.value.id === appointment.applicationId &&
      application.value.agentReassignmentEnabled))

/** Whether the person may choose an agent or a time that the calendar does not offer. */
export const mayOverrideCalendar = ({ me }: Pick<Desk, 'me'>, { applicationId }: Appointment): boolean =>
  me.applications.some((one) => one.id === applicationId && one.mayOverrideCalendar)
