import type { Keyed } from '@appointments/idempotency'
import type { StoredAppointment } from '../domain/appointment.ts'
import { rejectOtherAgents } from '../domain/room-access.ts'
import { appointments } from '../repositories/appointments.ts'
import { activateAppointment } from './activate-appointment.ts'
import type { ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'

/**
 * Opens the room of an appointment for staff who may enter it. A room that is already open stays as it is.
 * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN, INVALID_STATE, VERSION_MISMATCH, ROOM_UNAVAILABLE, ROOM_TIMEOUT
 */
export const openRoom = (deps: Deps) => {
  const activate = activateAppointment(deps)
  return async (command: ChangeOf): Promise<Keyed<StoredAppointment>> => {
    rejectOtherAgents(command.caller, await appointments.read(deps.pool, command.caller, command.id))
    return activate(command)
  }
}
