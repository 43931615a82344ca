import type { AppointmentSnapshot } from '@appointments/contracts'

/**
 * Postpones an event until the settings that its appointment depends on have arrived.
 * @throws Error, so that the event is delivered again
 */
export function requireSettings(
  { applicationId, applicationVersion }: AppointmentSnapshot,
  knownVersion: number,
): void {
  if (applicationVersion > knownVersion)
    throw new Error(`version ${applicationVersion} of application ${applicationId} has not arrived yet`)
}
