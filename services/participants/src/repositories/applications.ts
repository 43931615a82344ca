import { withDefaults, type Application } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'

/** Settings of applications; the newest version wins. */
export const applicationsIn = (pool: Sql) => ({
  /** The settings of an application; undefined if it is unknown. */
  async find(id: string): Promise<Application | undefined> {
    const { rows } = await pool.query<{ settings: Application }>(
      'SELECT settings FROM applications WHERE id = $1',
      [id],
    )
    return rows[0] && withDefaults(rows[0].settings)
  },

  /** Stores settings that are newer than the stored ones. */
  keep: (tx: Tx, application: Application): void =>
    tx.write(
      `INSERT INTO applications (id, version, settings) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, settings = excluded.settings
       WHERE applications.version < excluded.version`,
      [application.id, application.version, JSON.stringify(application)],
    ),

  /** The stored version of the settings. An unknown application has version 1, the defaults. */
  async knownVersion(tx: Tx, applicationId: string): Promise<number> {
    const { rows } = await tx.query<{ version: number }>('SELECT version FROM applications WHERE id = $1', [
      applicationId,
    ])
    return rows[0]?.version ?? 1
  },
})
export type Applications = ReturnType<typeof applicationsIn>
