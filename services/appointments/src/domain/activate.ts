import { requireOpen, roomExpiry } from '@appointments/appointment'
import type { AppointmentSnapshot } from '@appointments/contracts'
import { changed, type StoredAppointment } from './appointment.ts'

/**
 * The activated appointment with its room; undefined if it is already active, in which case it keeps its room.
 * @throws Problem INVALID_STATE if it has ended
 */
export function activate(
  { appointment, application }: StoredAppointment,
  roomUrl: string,
  now: Date,
): AppointmentSnapshot | undefined {
  requireOpen(appointment)
  if (appointment.state === 'ACTIVATED') return undefined
  const activatedAt = now.toISOString()
  return changed(appointment, application, now, {
    state: 'ACTIVATED',
    room: { url: roomUrl, activatedAt, expires: roomExpiry(appointment.end, activatedAt) },
  })
}
