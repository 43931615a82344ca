import type { Sql } from '@appointments/postgres'

/**
 * The copy of claims, applications and settings of the appointments service, or the copy of service types that the
 * appointments service has.
 */
type Name = 'appointments' | 'service types'

/** Whether a copy has been completed once. From then on, events keep it up to date. */
export const projections = {
  async isComplete(sql: Sql, name: Name): Promise<boolean> {
    const { rowCount } = await sql.query('SELECT FROM completed_projections WHERE name = $1', [name])
    return rowCount === 1
  },

  async complete(sql: Sql, name: Name, now: Date): Promise<void> {
    await sql.query(
      `INSERT INTO completed_projections (name, completed_at) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET completed_at = excluded.completed_at`,
      [name, now],
    )
  },
}
