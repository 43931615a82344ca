import { DAY_MS } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'

/** Messages to each address of an application within the last 24 hours. */
export const recipientTallies = {
  /**
   * Counts a notification, once for all its attempts.
   * @param recipient a keyed hash of the address
   * @param most the limit; undefined if the notification is sent in any case
   * @returns false if the limit is reached and the notification is not among those counted
   */
  async count(
    sql: Sql,
    {
      applicationId,
      recipient,
      notificationId,
      most,
      now,
    }: {
      applicationId: string
      recipient: string
      notificationId: string
      most: number | undefined
      now: Date
    },
  ): Promise<boolean> {
    const { rowCount } = await sql.query(
      `INSERT INTO recipient_tallies AS tally (application_id, recipient, sent, last_at)
       VALUES ($1, $2, jsonb_build_object($3::text, $4::bigint), $6)
       ON CONFLICT (application_id, recipient) DO UPDATE SET
         last_at = excluded.last_at,
         sent = excluded.sent || (
           SELECT coalesce(jsonb_object_agg(key, value), '{}')
           FROM jsonb_each(tally.sent) WHERE value::bigint > $5::bigint)
       WHERE $7::integer IS NULL OR tally.sent ? $3
         OR (SELECT count(*) FROM jsonb_each(tally.sent) WHERE value::bigint > $5::bigint) < $7`,
      [applicationId, recipient, notificationId, now.getTime(), now.getTime() - DAY_MS, now, most ?? null],
    )
    return rowCount === 1
  },

  /** Deletes the counts of addresses to which nothing was sent within the last 24 hours. */
  async dropStale(sql: Sql, now: Date, limit: number): Promise<void> {
    await sql.query(
      `DELETE FROM recipient_tallies WHERE (application_id, recipient) IN (
         SELECT application_id, recipient FROM recipient_tallies WHERE last_at <= $1
         ORDER BY last_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [new Date(now.getTime() - DAY_MS), limit],
    )
  },
}
