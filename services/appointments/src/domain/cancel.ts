import { requireOpen } from '@appointments/appointment'
import { actorOf, type AppointmentSnapshot, type Caller } from '@appointments/contracts'
import { changed, type StoredAppointment } from './appointment.ts'

/** The reason of a cancellation, if the caller gave one. */
export interface Cancellation {
  reason?: string | null | undefined
  reasonCode?: string | null | undefined
}

/**
 * The cancelled appointment, whose tokens and tickets become invalid; undefined if it is already cancelled.
 * @throws Problem INVALID_STATE if the system has aborted it
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
