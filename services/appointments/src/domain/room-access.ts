import { isAssigned } from '@appointments/appointment'
import { hasRole, problem, type Caller } from '@appointments/contracts'
import type { StoredAppointment } from './stored-appointment.ts'

/**
 * Keeps agents who do not take part in an appointment out of its room.
 * @throws Problem FORBIDDEN
 */
export function rejectOtherAgents(caller: Caller, stored: StoredAppointment): void {
  const isOnlyAgent =
    hasRole(caller, 'ROLE_AGENT') && !hasRole(caller, 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE')
  if (isOnlyAgent && !isAssigned(stored, caller.userId))
    throw problem('FORBIDDEN', 'Agents may enter only the rooms of their own appointments.')
}
