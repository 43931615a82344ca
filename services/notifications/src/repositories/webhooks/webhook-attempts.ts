import type { Sql, Tx } from '@appointments/postgres'
import type { WebhookAttempt } from '../../domain/webhooks/webhook-attempt.ts'

/** A receiver's last response to a webhook. */
export interface KeptResponse {
  attempt: number
  status: number
  body: string
  at: Date
}

/** Every attempt to send a webhook, with the beginning of the response. */
export const webhookAttempts = {
  /** Stores an attempt, unless the notification or its content has been deleted meanwhile. */
  keep(
    tx: Tx,
    { id, appointmentId }: { id: string; appointmentId: string },
    { attempt, at, durationMs, status, error, response }: WebhookAttempt,
  ): void {
    tx.write(
      `INSERT INTO webhook_attempts (notification_id, appointment_id, attempt, at, duration_ms, status, error, response)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8
       WHERE EXISTS (SELECT FROM notifications WHERE id = $1 AND has_content)
       ON CONFLICT DO NOTHING`,
      [id, appointmentId, attempt, at, durationMs, status ?? null, error ?? null, response ?? null],
    )
  },

  /** The attempts of a webhook, oldest first. */
  async list(sql: Sql, notificationId: string): Promise<WebhookAttempt[]> {
    const { rows } = await sql.query<{
      attempt: number
      at: Date
      durationMs: number
      status: number | null
      error: string | null
      response: string | null
    }>(
      `SELECT attempt, at, duration_ms AS "durationMs", status, error, response FROM webhook_attempts
       WHERE notification_id = $1 ORDER BY attempt`,
      [notificationId],
    )
    return rows.map(({ attempt, at, durationMs, status, error, response }) => ({
      attempt,
      at,
      durationMs,
      ...(status !== null && { status }),
      ...(error !== null && { error }),
      ...(response !== null && { response }),
    }))
  },

  /** The last response to each webhook, including responses that an older release stored. */
  async lastResponses(sql: Sql, notificationIds: readonly string[]): Promise<Map<string, KeptResponse>> {
    const { rows } = await sql.query<KeptResponse & { notificationId: string }>(
      `SELECT DISTINCT ON (notification_id) notification_id AS "notificationId", attempt, status, body, at FROM (
         SELECT notification_id, attempt, status, response AS body, at FROM webhook_attempts
         WHERE response IS NOT NULL
         UNION ALL SELECT notification_id, attempt, status, body, at FROM webhook_responses) AS responses
       WHERE notification_id = ANY ($1) ORDER BY notification_id, attempt DESC`,
      [notificationIds],
    )
    return new Map(rows.map(({ notificationId, ...response }) => [notificationId, response]))
  },
}
