import { appointmentEvent } from '../events.ts'
import { cancel } from '../domain/cancel.ts'
import { changeAppointment, type ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'

/** The soft deletion of v1: the appointment is stored as cancelled, and one event reports the deletion. */
export const deleteAppointment = (deps: Deps) => (command: ChangeOf) =>
  changeAppointment(deps, command, (stored, now, actor) => {
    const appointment = cancel(stored, {}, command.caller, now)
    return (
      appointment && {
        after: { ...stored, appointment },
        events: [appointmentEvent('APDeletedEvent', appointment, actor, now, {})],
      }
    )
  })
