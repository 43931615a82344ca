import { isAssigned, reach } from '@appointments/appointment'
import { hasRole, type Application, type Caller } from '@appointments/contracts'
import { applications } from '../../repositories/applications.ts'
import { appointments, type AppointmentCopy } from '../../repositories/plan/appointments.ts'
import type { Deps } from '../deps.ts'

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
  const mayLook =
    hasRole(caller, 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE') ||
    isAssigned({ roster: whole.roster }, caller.userId)
  return { known: known as AppointmentCopy, application: application as Application, mayLook }
}
