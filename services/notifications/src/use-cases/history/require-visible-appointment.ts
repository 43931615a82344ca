import { reach } from '@appointments/appointment'
import type { Application, Caller } from '@appointments/contracts'
import { applications } from '../../repositories/applications.ts'
import { appointments, type AppointmentCopy } from '../../repositories/plan/appointments.ts'
import type { Deps } from '../deps.ts'
import { mayUseMessages } from './require-visible-notification.ts'

export interface AppointmentRequest {
  caller: Caller
  appointmentId: string
}

/**
 * The appointment, if the caller may see it, and whether the caller may see its history. Agents may see the history
 * while they are assigned.
 * @throws Problem APPOINTMENT_NOT_FOUND
 */
export async function requireVisibleAppointment(
  { pool }: Pick<Deps, 'pool'>,
  { caller, appointmentId }: AppointmentRequest,
) {
  const known = await appointments.findReadable(pool, appointmentId)
  const applicationId = known?.whole.appointment.applicationId
  const application = applicationId === undefined ? undefined : await applications.find(pool, applicationId)
  const whole = reach(caller, known?.whole, () => application ?? { agentAccess: 'ORGANIZATION' })
  const mayLook = mayUseMessages(caller, whole)
  return { known: known as AppointmentCopy, application: application as Application, mayLook }
}
