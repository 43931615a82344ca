import type { AppointmentSnapshot } from '@appointments/contracts'

/**
 * Puts an event off until the settings its appointment was decided with are known here; they are on their way.
 * @throws Error, so that the event is delivered again
 */
export function requireSettings(
  { applicationId, applicationVersion }: AppointmentSnapshot,
  knownVersion: number,
): void {
  if (applicationVersion > knownVersion)
    throw new Error(`version ${applicationVersion} of application ${applicationId} has not come yet`)
}
