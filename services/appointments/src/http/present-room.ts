import { joinFrom } from '@appointments/appointment'
import { instant, instantInSeconds, type AppointmentSnapshot } from '@appointments/contracts'
import type { StoredAppointment } from '../domain/appointment.ts'

/** The room as both versions show it. */
export const presentRoom = ({ url, expires }: NonNullable<AppointmentSnapshot['room']>) => ({
  expires: instantInSeconds(expires),
  url,
})

/**
 * Presents the room that a request has just opened.
 * @throws Error if the appointment has no room, which an activation rules out
 */
export function openedRoomOf({ appointment, application }: StoredAppointment) {
  if (!appointment.room) throw new Error('an activated appointment has no room')
  return { ...presentRoom(appointment.room), joinFrom: instant(joinFrom(appointment, application)) }
}
