import type { NotificationChannel, NotificationType } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import { reasons, type Context, type Notification } from '../../domain/notification.ts'

/** Identifies the notifications that are combined into one. */
interface Line {
  appointmentId: string
  type: NotificationType
  channel: NotificationChannel
  recipientKey: string
}

/** A notification replaced by a newer one. */
export interface Replaced extends Pick<Context, 'previous' | 'manageVersions'> {
  dueAt: Date
}

const OF_LINE = 'n.appointment_id = $1 AND n.type = $2 AND n.channel = $3 AND n.recipient_key = $4'
const lineOf = ({ appointmentId, type, channel, recipientKey }: Line) => [
  appointmentId,
  type,
  channel,
  recipientKey,
]

/** Notifications of types that are combined if they follow each other quickly. */
export const pacedNotifications = {
  /**
   * Cancels notifications about older changes that have not been sent. A webhook that was tried stays, because its
   * receiver may have received it.
   * @param revision appointment or roster version of the change
   * @returns the replaced notifications, oldest first
   */
  async withdrawOlder(tx: Tx, line: Line, revision: number, now: Date): Promise<Replaced[]> {
    const { rows } = await tx.query<Replaced>(
      `WITH older AS (
         SELECT n.id, n.due_at FROM notifications n
         WHERE ${OF_LINE} AND (n.context ->> 'revision')::integer < $5 AND n.due_at IS NOT NULL
           AND n.provider_id IS NULL AND n.redelivery_asked_at IS NULL
           AND (n.channel <> 'WEBHOOKS' OR n.attempt_no = 0)
         ORDER BY n.created_at, n.id FOR UPDATE
       ), withdrawn AS (
         UPDATE notifications AS n
         SET status = 'CANCELLED', message = $7, reason = 'debounced', due_at = NULL, next_retry_at = NULL,
             updated_at = $6
         FROM older WHERE n.id = older.id
         RETURNING n.*, older.due_at AS was_due_at
       ), step AS (
         INSERT INTO notification_events (notification_id, appointment_id, type, channel, event, status, message,
                                          reason, attempt, at)
         SELECT id, appointment_id, type, channel, 'cancelled', status, message, 'debounced', attempt_no, $6
         FROM withdrawn
       )
       SELECT was_due_at AS "dueAt", context -> 'previous' AS previous,
         context -> 'manageVersions' AS "manageVersions"
       FROM withdrawn
       ORDER BY created_at, id`,
      [...lineOf(line), revision, now, reasons.debounced],
    )
    return rows
  },

  /** When the recipient was last sent a change; now if one is in flight. */
  async lastSentAt(tx: Tx, line: Line, now: Date): Promise<Date | undefined> {
    const { rows } = await tx.query<{ sentAt: Date | null }>(
      `SELECT max(CASE WHEN n.lease_token IS NULL THEN coalesce(n.submitted_at, n.updated_at) ELSE $5 END) AS "sentAt"
       FROM notifications n
       WHERE ${OF_LINE} AND (n.lease_token IS NOT NULL OR n.provider_id IS NOT NULL OR n.status = 'DELIVERED')`,
      [...lineOf(line), now],
    )
    return rows[0]?.sentAt ?? undefined
  },

  /** Whether a newer change has been or will be sent to the same recipient over the same channel. */
  async hasNewer(sql: Sql, notification: Notification): Promise<boolean> {
    const { rowCount } = await sql.query(
      `SELECT FROM notifications n
       WHERE ${OF_LINE} AND (n.context ->> 'revision')::integer > $5 AND n.status <> 'CANCELLED' LIMIT 1`,
      [...lineOf(notification), notification.context.revision],
    )
    return rowCount === 1
  },
}
