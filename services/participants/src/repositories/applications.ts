import type { Application } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'

/** Settings of applications, kept by version. */
export const applicationsIn = () => ({
  /** Keeps settings that are newer than those known. */
  keep(tx: Tx, application: Application): void {
    tx.write(
      `INSERT INTO applications (id, version, settings) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, settings = excluded.settings
       WHERE applications.version < excluded.version`,
      [application.id, application.version, JSON.stringify(application)],
    )
  },

  /** The version of the settings known here; an application nobody told of is at version 1, where all is default. */
  async knownVersion(tx: Tx, applicationId: string): Promise<number> {
    const { rows } = await tx.query<{ version: number }>('SELECT version FROM applications WHERE id = $1', [
      applicationId,
    ])
    return rows[0]?.version ?? 1
  },
})
export type Applications = ReturnType<typeof applicationsIn>
