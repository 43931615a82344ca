import type { NotificationChannel, NotificationType } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import { reasons, type Context, type Notification } from '../../domain/notification.ts'

/** What identifies the notifications that are told as one. */
interface Line {
  appointmentId: string
  type: NotificationType
  channel: NotificationChannel
  recipientKey: string
}

/** A notification that gave way to a newer one. */
export interface GaveWay {
  dueAt: Date
  previous: Context['previous']
}

const OF_LINE = 'n.appointment_id = $1 AND n.type = $2 AND n.channel = $3 AND n.recipient_key = $4'
const lineOf = ({ appointmentId, type, channel, recipientKey }: Line) => [
  appointmentId,
  type,
  channel,
  recipientKey,
]

/** Notifications of types that are told as one where they follow each other quickly. */
export const pacedNotifications = {
  /**
   * Calls off what is older than a change and has not gone out yet. A webhook that was tried stays: its receiver
   * may know it already.
   * @param revision appointment or roster version the change belongs to
   * @returns what gave way, oldest first
   */
  async withdrawOlder(tx: Tx, line: Line, revision: number, now: Date): Promise<GaveWay[]> {
    const { rows } = await tx.query<GaveWay>(
      `WITH older AS (
         SELECT n.id, n.due_at FROM notifications n
         WHERE ${OF_LINE} AND (n.context ->> 'revision')::integer < $5 AND n.due_at IS NOT NULL
           AND n.provider_id IS NULL AND n.redelivery_asked_at IS NULL
           AND (n.channel <> 'WEBHOOKS' OR n.attempt_no = 0)
         ORDER BY n.created_at, n.id FOR UPDATE
       ), withdrawn AS (
         UPDATE notifications AS n
         SET status = 'CANCELLED', message = $7, due_at = NULL, next_retry_at = NULL, updated_at = $6
         FROM older WHERE n.id = older.id
         RETURNING n.*, older.due_at AS was_due_at
       ), step AS (
         INSERT INTO notification_events (notification_id, appointment_id, type, channel, event, status, message,
                                          reason, attempt, at)
         SELECT id, appointment_id, type, channel, 'cancelled', status, message, 'debounced', attempt_no, $6
         FROM withdrawn
       )
       SELECT was_due_at AS "dueAt", context -> 'previous' AS previous FROM withdrawn
       ORDER BY created_at, id`,
      [...lineOf(line), revision, now, reasons.debounced],
    )
    return rows
  },

  /** When the recipient was last told, or is being told now. */
  async lastToldAt(tx: Tx, line: Line, now: Date): Promise<Date | undefined> {
    const { rows } = await tx.query<{ toldAt: Date | null }>(
      `SELECT max(CASE WHEN n.lease_token IS NULL THEN coalesce(n.submitted_at, n.updated_at) ELSE $5 END) AS "toldAt"
       FROM notifications n
       WHERE ${OF_LINE} AND (n.lease_token IS NOT NULL OR n.provider_id IS NOT NULL OR n.status = 'DELIVERED')`,
      [...lineOf(line), now],
    )
    return rows[0]?.toldAt ?? undefined
  },

  /** Whether a newer change is told to the same recipient over the same channel, or is going to be. */
  async hasNewer(sql: Sql, notification: Notification): Promise<boolean> {
    const { rowCount } = await sql.query(
      `SELECT FROM notifications n
       WHERE ${OF_LINE} AND (n.context ->> 'revision')::integer > $5 AND n.status <> 'CANCELLED' LIMIT 1`,
      [...lineOf(notification), notification.context.revision],
    )
    return rowCount === 1
  },
}
