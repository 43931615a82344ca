import type { NotificationReason } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { TEMPLATE_ERROR } from '../../domain/send/reason-after.ts'

/** Fills in the reasons of records that older releases wrote, which stored reasons only in events. */
export const reasonsOfRecords = {
  /** @returns the number of records that got a reason, at most the limit */
  async fill(sql: Sql, known: readonly NotificationReason[], limit: number): Promise<number> {
    const { rowCount } = await sql.query(
      `UPDATE notifications n SET reason = coalesce(
         (SELECT e.reason FROM notification_events e
          WHERE e.notification_id = n.id AND e.status = n.status AND e.reason = ANY ($1)
          ORDER BY e.id DESC LIMIT 1),
         CASE WHEN n.status = 'CANCELLED' THEN 'superseded' WHEN n.provider_status = $2 THEN 'not_rendered'
           ELSE 'rejected' END)
       WHERE n.id IN (
         SELECT id FROM notifications WHERE reason IS NULL AND status IN ('FAILED', 'CANCELLED')
         LIMIT $3 FOR UPDATE SKIP LOCKED)`,
      [known, TEMPLATE_ERROR, limit],
    )
    return rowCount ?? 0
  },
}
