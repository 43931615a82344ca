import { checkManageGrant, manageGrantFor } from '@appointments/appointment'
import { isStaff, problem } from '@appointments/contracts'
import { appointmentEvent } from '../events.ts'
import { cancel, checkCutoff, type Cancellation } from '../domain/cancel.ts'
import { changeAppointment, type ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'

/**
 * Cancels an appointment; cancelling again changes nothing.
 * @throws Problem FORBIDDEN, NOTIFY_FOR_STAFF_ONLY, MANAGE_TICKET_STALE, CANCEL_CUTOFF_PASSED for a customer
 * @throws Problem INVALID_STATE if the system has aborted the appointment
 */
export const cancelAppointment =
  (deps: Deps) => (command: ChangeOf & { cancellation: Cancellation; notify: boolean }) =>
    changeAppointment(deps, command, (stored, now, actor) => {
      manageGrantFor(command.caller, 'CANCEL')
      if (!command.notify && !isStaff(command.caller)) throw problem('NOTIFY_FOR_STAFF_ONLY')
      // a cancelled appointment has no current ticket, but a repeated cancellation still succeeds
      if (stored.appointment.state === 'CANCELLED') return undefined
      checkManageGrant(command.caller, stored, 'CANCEL')
      checkCutoff(stored.appointment, stored.application, command.caller, now)
      const appointment = cancel(stored, command.cancellation, command.caller, now)
      return (
        appointment && {
          after: { ...stored, appointment },
          events: [appointmentEvent('APCancelledEvent', appointment, actor, now, { notify: command.notify })],
        }
      )
    })
