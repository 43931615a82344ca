import type { Sql } from '@appointments/postgres'
import type { ReceiverResponse } from '../../channels/channel.ts'

/** A receiver's last response to a webhook. */
export interface KeptResponse extends ReceiverResponse {
  attempt: number
  at: Date
}

/** The beginnings of receivers' responses; only the last one for each webhook. */
export const webhookResponses = {
  async keep(
    sql: Sql,
    { id, appointmentId }: { id: string; appointmentId: string },
    { attempt, status, body, at }: KeptResponse,
  ): Promise<void> {
    await sql.query(
      `INSERT INTO webhook_responses (notification_id, appointment_id, attempt, status, body, at)
       SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (SELECT FROM notifications WHERE id = $1 AND has_content)
       ON CONFLICT (notification_id) DO UPDATE
       SET attempt = excluded.attempt, status = excluded.status, body = excluded.body, at = excluded.at`,
      [id, appointmentId, attempt, status, body, at],
    )
  },

  async find(sql: Sql, notificationIds: readonly string[]): Promise<Map<string, KeptResponse>> {
    const { rows } = await sql.query<KeptResponse & { notificationId: string }>(
      `SELECT notification_id AS "notificationId", attempt, status, body, at FROM webhook_responses
       WHERE notification_id = ANY($1)`,
      [notificationIds],
    )
    return new Map(rows.map(({ notificationId, ...response }) => [notificationId, response]))
  },
}
