import { checkCancelCutoff, checkManageGrant, forCustomer, manageGrantFor } from '@appointments/appointment'
import { isStaff, problem } from '@appointments/contracts'
import { readAgain } from '@appointments/idempotency'
import type { StoredAppointment } from '../domain/appointment.ts'
import { appointmentEvent } from '../events.ts'
import { cancel, type Cancellation } from '../domain/cancel.ts'
import { changeAppointment, type ChangeOf } from './change-appointment.ts'
import type { Deps } from './deps.ts'

/**
 * Cancels an appointment; cancelling again changes nothing.
 * @throws Problem FORBIDDEN, NOTIFY_FOR_STAFF_ONLY, MANAGE_TICKET_STALE, CANCEL_CUTOFF_PASSED for a customer
 * @throws Problem INVALID_STATE if the system has aborted the appointment
 */
export const cancelAppointment =
  (deps: Deps) => async (command: ChangeOf & { cancellation: Cancellation; notify: boolean }) => {
    // no setting matters for a cancelled appointment
    const shown = (stored: StoredAppointment, now: Date) => forCustomer(stored, {}, command.caller, now)
    const result = await changeAppointment(deps, command, (stored, now, actor) => {
      manageGrantFor(command.caller, 'CANCEL')
      if (!command.notify && !isStaff(command.caller)) throw problem('NOTIFY_FOR_STAFF_ONLY')
      // a cancelled appointment has no current ticket, but a repeated cancellation still succeeds
      if (stored.appointment.state === 'CANCELLED') return undefined
      checkManageGrant(command.caller, stored, 'CANCEL')
      checkCancelCutoff(stored.appointment, stored.application, command.caller, now)
      const appointment = cancel(stored, command.cancellation, command.caller, now)
      return (
        appointment && {
          after: shown({ ...stored, appointment }, now),
          events: [appointmentEvent('APCancelledEvent', appointment, actor, now, { notify: command.notify })],
        }
      )
    })
    return readAgain(result, shown(result, deps.clock.now()))
  }
