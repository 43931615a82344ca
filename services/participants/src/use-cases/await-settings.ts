import type { AppointmentSnapshot } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { Applications } from '../repositories/applications.ts'

/**
 * Puts an event off until the settings its appointment was decided with are known here; they are on their way.
 * @throws Error, so that the event is delivered again
 */
export async function awaitSettings(
  applications: Applications,
  tx: Sql,
  { applicationId, applicationVersion }: AppointmentSnapshot,
): Promise<void> {
  if (applicationVersion > (await applications.knownVersion(tx, applicationId)))
    throw new Error(`version ${applicationVersion} of application ${applicationId} has not come yet`)
}
