import type { Sql } from '@appointments/postgres'
import type { Expiry } from '../../domain/history/retention.ts'
import { EMPTIED } from '../notification-row.ts'

const OVER = `n.status IN ('DELIVERED', 'FAILED', 'CANCELLED')`

const EXPIRIES = `jsonb_to_recordset($1::jsonb) AS expiry(
  "applicationId" text, "historyBefore" timestamptz, "contentBefore" timestamptz)`

/** Ended notifications that are older than their application keeps them. */
export const expired = {
  /**
   * Deletes records with their events.
   * @returns the number of deleted records, at most the limit
   */
  async deleteHistory(sql: Sql, expiries: readonly Expiry[], limit: number): Promise<number> {
    const { rowCount } = await sql.query(
      `WITH old AS (
         SELECT n.id FROM ${EXPIRIES}
         CROSS JOIN (VALUES (false), (true)) AS kept(has_content)
         CROSS JOIN LATERAL (
           SELECT n.id FROM notifications n
           WHERE n.application_id = "applicationId" AND n.has_content = kept.has_content
             AND n.updated_at < "historyBefore" AND ${OVER}
           ORDER BY n.updated_at LIMIT $2 FOR UPDATE SKIP LOCKED) n
         LIMIT $2
       ), steps AS (
         DELETE FROM notification_events e USING old WHERE e.notification_id = old.id
       ), responses AS (
         DELETE FROM webhook_responses r USING old WHERE r.notification_id = old.id
       ), receipts AS (
         DELETE FROM early_receipts r USING old WHERE r.notification_id = old.id
       )
       DELETE FROM notifications n USING old WHERE n.id = old.id`,
      [JSON.stringify(expiries), limit],
    )
    return rowCount ?? 0
  },

  /**
   * Deletes the content and recipients of records; their events stay.
   * @returns the number of emptied records, at most the limit
   */
  async emptyContent(sql: Sql, expiries: readonly Expiry[], limit: number): Promise<number> {
    const { rowCount } = await sql.query(
      `WITH old AS (
         SELECT n.id FROM ${EXPIRIES}
         CROSS JOIN LATERAL (
           SELECT n.id FROM notifications n
           WHERE n.application_id = "applicationId" AND n.has_content
             AND n.updated_at < "contentBefore" AND ${OVER}
           ORDER BY n.updated_at LIMIT $2 FOR UPDATE SKIP LOCKED) n
         LIMIT $2
       ), steps AS (
         UPDATE notification_events e SET message = NULL
         FROM old WHERE e.notification_id = old.id AND e.message IS NOT NULL
       ), responses AS (
         DELETE FROM webhook_responses r USING old WHERE r.notification_id = old.id
       )
       UPDATE notifications n SET
         message = NULL, ${EMPTIED}
       FROM old WHERE n.id = old.id`,
      [JSON.stringify(expiries), limit],
    )
    return rowCount ?? 0
  },
}
