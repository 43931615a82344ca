import { checkManageGrant } from '@appointments/contracts'
import { appointmentEvent } from '../events.ts'
import { cancel, checkCutoff, type Cancellation } from '../domain/cancel.ts'
import { changeAppointment, type ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'

/** Cancels an appointment; cancelling again changes nothing. */
export const cancelAppointment =
  (deps: Deps) => (command: ChangeOf & { cancellation: Cancellation; notify: boolean }) =>
    changeAppointment(deps, command, (stored, now, actor) => {
      const appointment = cancel(stored, command.cancellation, command.caller, now)
      // a cancelled appointment has no current ticket any more; asking again is answered all the same
      if (!appointment) return undefined
      checkManageGrant(command.caller, stored, 'CANCEL')
      checkCutoff(stored.appointment, stored.application, command.caller, now)
      return {
        appointment,
        event: appointmentEvent('APCancelledEvent', appointment, actor, now, { notify: command.notify }),
      }
    })
