import { requireOpen } from '@appointments/appointment'
import {
  actorOf,
  instant,
  isStaff,
  lengthOf,
  problem,
  type Application,
  type AppointmentSnapshot,
  type Caller,
} from '@appointments/contracts'
import { changed, type StoredAppointment } from './appointment.ts'

/** Why an appointment is cancelled, as far as it is said. */
export interface Cancellation {
  reason?: string | null | undefined
  reasonCode?: string | null | undefined
}

/**
 * The cancelled appointment; its tokens and tickets are void. Undefined where it is cancelled already.
 * @throws Problem INVALID_STATE where the system gave it up
 */
export function cancel(
  { appointment, application }: StoredAppointment,
  { reason, reasonCode }: Cancellation,
  caller: Caller,
  now: Date,
): AppointmentSnapshot | undefined {
  if (appointment.state === 'CANCELLED') return undefined
  requireOpen(appointment)
  const { id, role } = actorOf(caller)
  return changed(appointment, application, now, {
    state: 'CANCELLED',
    epoch: appointment.epoch + 1,
    cancellation: {
      at: now.toISOString(),
      ...(id !== undefined && { by: id }),
      ...(role !== undefined && { byRole: role }),
      ...(reason != null && { reason }),
      ...(reasonCode != null && { reasonCode }),
    },
  })
}

/**
 * A customer may cancel only until the application's cut-off before the start.
 * @throws Problem CANCEL_CUTOFF_PASSED
 */
export function checkCutoff(
  appointment: AppointmentSnapshot,
  { customerCancelCutoff }: Application,
  caller: Caller,
  now: Date,
): void {
  if (isStaff(caller) || customerCancelCutoff === undefined) return
  const lastMoment = Date.parse(appointment.start) - lengthOf(customerCancelCutoff)
  if (now.getTime() > lastMoment)
    throw problem(
      'CANCEL_CUTOFF_PASSED',
      `Customers could cancel until ${instant(lastMoment)} (customerCancelCutoff ${customerCancelCutoff}).`,
    )
}
