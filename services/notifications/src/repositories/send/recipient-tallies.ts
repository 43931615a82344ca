import { DAY_MS } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'

/**
 * The insert that counts a notification for its recipient, once for all its attempts. It returns no row if the limit is
 * reached and the notification was not counted before.
 * @param values parameters: `recipient` is a keyed hash of the address, and `most` the limit, null if there is none
 * @param source FROM item of the insert; if it has no row, nothing is counted
 */
export function tallyInsert(
  values: Record<'applicationId' | 'recipient' | 'notificationId' | 'most' | 'now', string>,
  source: string,
): string {
  const { applicationId, recipient, notificationId, most, now } = values
  const nowMs = `(extract(epoch FROM ${now}::timestamptz) * 1000)::bigint`
  const ofLastDay = `FROM jsonb_each(tally.sent) WHERE value::bigint > ${nowMs} - ${DAY_MS}`
  return `
    INSERT INTO recipient_tallies AS tally (application_id, recipient, sent, last_at)
    SELECT ${applicationId}, ${recipient}, jsonb_build_object(${notificationId}::text, ${nowMs}), ${now} FROM ${source}
    ON CONFLICT (application_id, recipient) DO UPDATE SET
      last_at = excluded.last_at,
      sent = excluded.sent || (SELECT coalesce(jsonb_object_agg(key, value), '{}') ${ofLastDay})
    WHERE ${most}::integer IS NULL OR tally.sent ? ${notificationId} OR (SELECT count(*) ${ofLastDay}) < ${most}
    RETURNING recipient`
}

/** Messages to each address of an application within the last 24 hours. */
export const recipientTallies = {
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
