import type { Tx } from '@appointments/postgres'
import type { AppointmentCopy } from '../domain/appointment-copy.ts'
import { follow, type AppointmentEvent } from '../domain/follow.ts'
import type { Deps } from './deps.ts'
import { requireSettings } from './require-settings.ts'

/**
 * The copy of an event's appointment, locked for a change: as it is stored, and as it is after the event. Nothing is
 * stored yet.
 * @returns undefined if the appointment was removed
 * @throws Error if the appointment is not known yet, so that the event is delivered again
 */
export async function followedCopy(
  tx: Tx,
  { appointments, applications }: Pick<Deps, 'appointments' | 'applications'>,
  event: AppointmentEvent,
): Promise<{ current: AppointmentCopy; whole: AppointmentCopy } | undefined> {
  const { appointment } = event.data
  const [current, settingsVersion] = await Promise.all([
    appointments.findForChange(tx, appointment.id),
    applications.knownVersion(tx, appointment.applicationId),
  ])
  if (current === 'removed') return undefined
  if (!current) throw new Error(`appointment ${appointment.id} has not arrived yet`)
  requireSettings(appointment, settingsVersion)
  return { current, whole: follow(current, event) }
}
