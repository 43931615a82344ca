import type { AvailabilitySettings } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'

/** How applications offer times, received from the appointments service. */
export const availabilitySettings = {
  /** Stores settings unless newer ones are stored. */
  keep(tx: Tx, settings: AvailabilitySettings): void {
    const { applicationId, version } = settings
    tx.write(
      `INSERT INTO availability_settings (application_id, version, content) VALUES ($1, $2, $3)
       ON CONFLICT (application_id) DO UPDATE SET version = excluded.version, content = excluded.content
       WHERE availability_settings.version < excluded.version`,
      [applicationId, version, JSON.stringify(settings)],
    )
  },
}
