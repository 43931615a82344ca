import type { Sql, Tx } from '@appointments/postgres'
import { ALERT_STEPS_MS, ALERT_FAILURES, type EndpointAlert } from '../../domain/webhooks/endpoint-alerts.ts'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { ENDPOINT_COLUMNS } from './webhook-endpoints.ts'

/** A pending alert mail to the owner of an endpoint. */
export interface WaitingAlert {
  id: string
  /** Null if the owner has removed the address since. */
  alertEmail: string | null
  alert: EndpointAlert
  createdAt: Date
}

/** Health of endpoints. A disabled one stays disabled until a user enables it. */
export const endpointHealth = {
  /** Resets the failures of an endpoint that works again. */
  keepSuccess(tx: Tx, id: string, now: Date): void {
    tx.write(
      `UPDATE webhook_endpoints
       SET state = 'ACTIVE', failing_since = NULL, failed_attempts = 0, timeouts = 0, alert_step = 0,
           updated_at = $2
       WHERE id = $1 AND (state = 'FAILING' OR (state = 'ACTIVE' AND timeouts > 0))`,
      [id, now],
    )
  },

  /** Counts a failed attempt, and consecutive timeouts. */
  keepFailure(tx: Tx, id: string, isTimeout: boolean, now: Date): void {
    tx.write(
      `UPDATE webhook_endpoints
       SET state = 'FAILING', failing_since = coalesce(failing_since, $2), failed_attempts = failed_attempts + 1,
           timeouts = CASE WHEN $3 THEN timeouts + 1 ELSE 0 END, updated_at = $2
       WHERE id = $1 AND state <> 'DISABLED'`,
      [id, now, isTimeout],
    )
  },

  /** @returns the endpoint; undefined if it was disabled already or does not exist */
  async disable(
    tx: Tx,
    id: string,
    reason: 'GONE' | 'NO_SUCCESS',
    now: Date,
  ): Promise<WebhookEndpoint | undefined> {
    const { rows } = await tx.query<WebhookEndpoint>(
      `UPDATE webhook_endpoints SET state = 'DISABLED', disabled_at = $3, disabled_reason = $2, updated_at = $3
       WHERE id = $1 AND state <> 'DISABLED' RETURNING ${ENDPOINT_COLUMNS}`,
      [id, reason, now],
    )
    return rows[0]
  },

  /** Locks an endpoint that has reached an alert step for which no alert was raised. */
  async lockAlerting(tx: Tx, now: Date): Promise<WebhookEndpoint | undefined> {
    const { rows } = await tx.query<WebhookEndpoint>(
      `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints
       WHERE state = 'FAILING' AND enabled AND failed_attempts >= $3
         AND failing_since <= $1::timestamptz - ($2::float8[])[alert_step + 1] * interval '1 millisecond'
       ORDER BY failing_since LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [now, ALERT_STEPS_MS, ALERT_FAILURES],
    )
    return rows[0]
  },

  keepAlertStep(tx: Tx, id: string, step: number): void {
    tx.write('UPDATE webhook_endpoints SET alert_step = $2 WHERE id = $1', [id, step])
  },

  addAlert(tx: Tx, id: string, alert: EndpointAlert, now: Date): void {
    tx.write(
      `INSERT INTO webhook_endpoint_alerts (id, endpoint_id, alert, due_at, created_at) VALUES ($1, $2, $3, $4, $4)`,
      [id, alert.endpointId, JSON.stringify(alert), now],
    )
  },

  /** Claims an alert that is due; it becomes due again later unless it is dropped before. */
  async takeAlert(sql: Sql, now: Date, dueAgain: Date): Promise<WaitingAlert | undefined> {
    const { rows } = await sql.query<WaitingAlert>(
      `UPDATE webhook_endpoint_alerts AS a SET due_at = $2
       FROM webhook_endpoints e
       WHERE e.id = a.endpoint_id AND a.id = (
         SELECT id FROM webhook_endpoint_alerts WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING a.id, e.alert_email AS "alertEmail", a.alert, a.created_at AS "createdAt"`,
      [now, dueAgain],
    )
    return rows[0]
  },

  async dropAlert(sql: Sql, id: string): Promise<void> {
    await sql.query('DELETE FROM webhook_endpoint_alerts WHERE id = $1', [id])
  },
}
