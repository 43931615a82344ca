import { pageOf, type Page, type Paging } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import type { EndpointRecipient } from '../../domain/plan/recipients.ts'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { newestFirst } from '../../domain/newest-first.ts'

export const ENDPOINT_COLUMNS = `id, application_id AS "applicationId", url, events, headers, enabled, state,
  timeout_ms AS "timeoutMs", signature, include_room_url AS "includeRoomUrl",
  include_contact AS "includeContact", sealed_secret AS "sealedSecret",
  previous_secrets AS "previousSecrets", secret_times AS "secretTimes", alert_email AS "alertEmail", failing_since AS "failingSince",
  failed_attempts AS "failedAttempts", alert_step AS "alertStep", disabled_at AS "disabledAt",
  disabled_reason AS "disabledReason", created_at AS "createdAt", updated_at AS "updatedAt"`

/** An organization has the endpoints of its applications; without an organization, every endpoint matches. */
const OF_ORGANIZATION = `($1::text IS NULL OR application_id IN (
  SELECT id FROM applications WHERE application ->> 'organizationId' = $1))`

/** Registered webhook endpoints. */
export const webhookEndpoints = {
  save(tx: Tx, endpoint: WebhookEndpoint): void {
    tx.write(
      `INSERT INTO webhook_endpoints (id, application_id, url, events, headers, enabled, state, timeout_ms, signature,
                                      include_room_url, include_contact, sealed_secret, created_at, updated_at,
                                      alert_email, failing_since, failed_attempts, alert_step, disabled_at,
                                      disabled_reason)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
       ON CONFLICT (id) DO UPDATE SET
         application_id = excluded.application_id, url = excluded.url, events = excluded.events,
         headers = excluded.headers, enabled = excluded.enabled, state = excluded.state,
         timeout_ms = excluded.timeout_ms, signature = excluded.signature,
         include_room_url = excluded.include_room_url, include_contact = excluded.include_contact,
         sealed_secret = excluded.sealed_secret, updated_at = excluded.updated_at,
         alert_email = excluded.alert_email, failing_since = excluded.failing_since,
         failed_attempts = excluded.failed_attempts,
         timeouts = CASE WHEN excluded.failing_since IS NULL THEN 0 ELSE webhook_endpoints.timeouts END,
         alert_step = excluded.alert_step,
         disabled_at = excluded.disabled_at, disabled_reason = excluded.disabled_reason`,
      [
        endpoint.id,
        endpoint.applicationId,
        endpoint.url,
        endpoint.events,
        JSON.stringify(endpoint.headers),
        endpoint.enabled,
        endpoint.state,
        endpoint.timeoutMs,
        endpoint.signature,
        endpoint.includeRoomUrl,
        endpoint.includeContact,
        endpoint.sealedSecret,
        endpoint.createdAt,
        endpoint.updatedAt,
        endpoint.alertEmail,
        endpoint.failingSince,
        endpoint.failedAttempts,
        endpoint.alertStep,
        endpoint.disabledAt,
        endpoint.disabledReason,
      ],
    )
  },

  /** An endpoint visible to an organization; any endpoint if the organization is undefined. */
  async find(sql: Sql, id: string, organizationId: string | undefined): Promise<WebhookEndpoint | undefined> {
    const { rows } = await sql.query<WebhookEndpoint>(
      `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE id = $2 AND ${OF_ORGANIZATION}`,
      [organizationId ?? null, id],
    )
    return rows[0]
  },

  /** Like {@link find}, and locks the endpoint until the transaction ends. */
  async lock(tx: Tx, id: string, organizationId: string | undefined): Promise<WebhookEndpoint | undefined> {
    const { rows } = await tx.query<WebhookEndpoint>(
      `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE id = $2 AND ${OF_ORGANIZATION} FOR UPDATE`,
      [organizationId ?? null, id],
    )
    return rows[0]
  },

  keepSecrets(
    tx: Tx,
    id: string,
    secrets: Pick<WebhookEndpoint, 'sealedSecret' | 'previousSecrets' | 'secretTimes'>,
    now: Date,
  ): void {
    tx.write(
      `UPDATE webhook_endpoints SET sealed_secret = $2, previous_secrets = $3, secret_times = $4, updated_at = $5
       WHERE id = $1`,
      [
        id,
        secrets.sealedSecret,
        JSON.stringify(secrets.previousSecrets),
        JSON.stringify(secrets.secretTimes),
        now,
      ],
    )
  },

  async list(
    sql: Sql,
    organizationId: string | undefined,
    query: Paging<'createdAt' | 'id'> & { applicationId?: string | undefined },
  ): Promise<Page<WebhookEndpoint>> {
    const slice = newestFirst(query)
    const { field, order, limit, offset } = slice
    const where = `${OF_ORGANIZATION} AND ($2::text IS NULL OR application_id = $2)`
    const values = [organizationId ?? null, query.applicationId ?? null]
    const { rows: counted } = await sql.query<{ total: number }>(
      `SELECT count(*) AS total FROM webhook_endpoints WHERE ${where}`,
      values,
    )
    const column = field === 'id' ? 'id' : 'created_at'
    const { rows } = await sql.query<WebhookEndpoint>(
      `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE ${where}
       ORDER BY ${column} ${order}, id ${order} LIMIT $3 OFFSET $4`,
      [...values, limit, offset],
    )
    return pageOf({ content: rows, total: counted[0]?.total ?? 0 }, slice)
  },

  remove(tx: Tx, id: string): void {
    tx.write('DELETE FROM webhook_endpoints WHERE id = $1', [id])
  },

  /** The endpoints of an application as recipients. */
  async findRecipients(sql: Sql, applicationId: string): Promise<EndpointRecipient[]> {
    const { rows } = await sql.query<EndpointRecipient>(
      `SELECT id, url, events, enabled, state FROM webhook_endpoints WHERE application_id = $1 ORDER BY created_at, id`,
      [applicationId],
    )
    return rows
  },
}
