import type { Sql } from '@appointments/postgres'

/** A turn further ahead than we ever grant comes from a fast clock; treat it as due. */
const IMPLAUSIBLE_WAIT = '1 minute'

/** Turns to poll a provider for the status of all accepted messages: one replica at a time. */
export const providerSweeps = {
  /**
   * Claims the next turn, if there is anything to poll and the last turn is long enough ago.
   * @param nextAt earliest time of the turn after this one
   */
  async takeTurn(
    sql: Sql,
    { provider, now, nextAt }: { provider: string; now: Date; nextAt: Date },
  ): Promise<boolean> {
    const { rowCount } = await sql.query(
      `INSERT INTO provider_sweeps AS sweep (provider, next_at)
       SELECT $1, $3 WHERE EXISTS (SELECT FROM notifications WHERE due_at <= $2 AND provider_id IS NOT NULL)
       ON CONFLICT (provider) DO UPDATE SET next_at = excluded.next_at
       WHERE sweep.next_at <= $2 OR sweep.next_at > $2::timestamptz + interval '${IMPLAUSIBLE_WAIT}'`,
      [provider, now, nextAt],
    )
    return rowCount === 1
  },
}
