import { requireOpen, requireVersion } from '@appointments/appointment'
import { activate } from '../domain/activate.ts'
import { appointmentEvent } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import { changeAppointment, type ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'

/**
 * Opens the room of an appointment; a room that is already open stays as it is.
 * @throws Problem INVALID_STATE, VERSION_MISMATCH, or ROOM_UNAVAILABLE and ROOM_TIMEOUT if the provider opens no room
 */
export const activateAppointment = (deps: Deps) => async (command: ChangeOf) => {
  const stored = await appointments.read(deps.pool, command.caller, command.id)
  const { appointment } = stored
  requireOpen(appointment)
  requireVersion(stored, command.ifMatch)
  const roomUrl = appointment.room?.url ?? (await deps.rooms.open(appointment))
  return changeAppointment(deps, command, (current, now, actor) => {
    const activated = activate(current, roomUrl, now)
    return (
      activated && {
        after: { ...current, appointment: activated },
        events: [appointmentEvent('APActivatedEvent', activated, actor, now, { explicit: true })],
      }
    )
  })
}
