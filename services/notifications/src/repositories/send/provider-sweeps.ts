import type { Sql } from '@appointments/postgres'

/** Turns to ask a provider what has become of everything it has taken: one at a time, whichever replica has it. */
export const providerSweeps = {
  /**
   * Takes the turn, where there is something to ask and the last one is long enough ago.
   * @param nextAt before when nobody has the next turn
   */
  async takeTurn(
    sql: Sql,
    { provider, now, nextAt }: { provider: string; now: Date; nextAt: Date },
  ): Promise<boolean> {
    const { rowCount } = await sql.query(
      `INSERT INTO provider_sweeps AS sweep (provider, next_at)
       SELECT $1, $3 WHERE EXISTS (SELECT FROM notifications WHERE due_at <= $2 AND provider_id IS NOT NULL)
       ON CONFLICT (provider) DO UPDATE SET next_at = excluded.next_at WHERE sweep.next_at <= $2`,
      [provider, now, nextAt],
    )
    return rowCount === 1
  },
}
