import type { Sql } from '@appointments/postgres'

/** The copy of claims, applications and settings of the appointments service. */
const NAME = 'appointments'

/** Whether the copy of another service's data has been completed once. From then on, events keep it up to date. */
export const projections = {
  async isComplete(sql: Sql): Promise<boolean> {
    const { rowCount } = await sql.query('SELECT FROM completed_projections WHERE name = $1', [NAME])
    return rowCount === 1
  },

  async complete(sql: Sql, now: Date): Promise<void> {
    await sql.query(
      `INSERT INTO completed_projections (name, completed_at) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET completed_at = excluded.completed_at`,
      [NAME, now],
    )
  },
}
