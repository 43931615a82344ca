import { activate } from '../domain/activate.ts'
import { requireOpen } from '../domain/appointment.ts'
import { appointmentEvent } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import { changeAppointment, type ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'

/** Opens the room of an appointment; one that is open stays as it is. */
export const activateAppointment = (deps: Deps) => async (command: ChangeOf) => {
  const { appointment } = await appointments.read(deps.pool, command.caller, command.id)
  requireOpen(appointment)
  const roomUrl = appointment.room?.url ?? (await deps.rooms.open(appointment))
  return changeAppointment(deps, command, (stored, now, actor) => {
    const activated = activate(stored, roomUrl, now)
    return (
      activated && {
        appointment: activated,
        event: appointmentEvent('APActivatedEvent', activated, actor, now, { explicit: true }),
      }
    )
  })
}
