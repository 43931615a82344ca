import { unconfigured, withDefaults, type Application } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'

/** Settings of applications, received from the appointments service. */
export const applications = {
  /** Stores settings unless newer ones are stored. Planned notifications are checked against them when due. */
  keep(tx: Tx, application: Application): void {
    tx.write(
      `INSERT INTO applications (id, version, application) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, application = excluded.application
       WHERE applications.version < excluded.version`,
      [application.id, application.version, JSON.stringify(application)],
    )
  },

  async findKnown(sql: Sql, id: string): Promise<Application | undefined> {
    const { rows } = await sql.query<{ application: Application }>(
      'SELECT application FROM applications WHERE id = $1',
      [id],
    )
    return rows[0] && withDefaults(rows[0].application)
  },

  /** Stored applications by id, a page at a time. */
  async listAfter(sql: Sql, id: string | undefined, limit: number): Promise<Application[]> {
    const { rows } = await sql.query<{ application: Application }>(
      'SELECT application FROM applications WHERE id > $1 ORDER BY id LIMIT $2',
      [id ?? '', limit],
    )
    return rows.map(({ application }) => withDefaults(application))
  },

  /** The application; all settings have their defaults if none are stored. */
  async find(sql: Sql, id: string): Promise<Application> {
    return (await this.findKnown(sql, id)) ?? unconfigured(id)
  },
}
