import type { EventData } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'

/** Stores how an application offers times, unless newer settings are stored. */
export function keepSettings(tx: Tx, { settings }: EventData<'APAvailabilitySettingsChangedEvent'>): void {
  tx.write(
    `INSERT INTO availability_settings (application_id, version, settings) VALUES ($1, $2, $3)
     ON CONFLICT (application_id) DO UPDATE SET version = excluded.version, settings = excluded.settings
     WHERE availability_settings.version < excluded.version`,
    [settings.applicationId, settings.version, JSON.stringify(settings)],
  )
}
