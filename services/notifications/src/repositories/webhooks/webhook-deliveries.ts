import { pageOf, type Page, type WebhookDeliveryQuery } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import { WEBHOOK_WINDOW_MS } from '../../domain/plan/windows.ts'
import { NOTIFICATION_COLUMNS } from '../notification-row.ts'
import { newestFirst } from '../../domain/newest-first.ts'

type Endpoint = Readonly<{ id: string; applicationId: string }>

export interface Period {
  from: Date
  /** Exclusive. */
  to: Date
  /** Only webhooks that have not arrived. */
  onlyFailed: boolean
}

const SORT_COLUMNS = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

/**
 * Deliveries of the endpoint's own application, because older releases let an endpoint move to another one. Those
 * about a removed appointment are hidden until they are erased.
 */
const OF_ENDPOINT = `n.channel = 'WEBHOOKS' AND n.recipient_key = $1 AND n.application_id = $2
  AND NOT EXISTS (SELECT FROM removed_appointments removed WHERE removed.id = n.appointment_id)`

/** Cancelled because it could not be sent in time: the endpoint was disabled, or this service was down. */
const WAS_MISSED = `n.status = 'CANCELLED' AND EXISTS (
  SELECT FROM notification_events e
  WHERE e.notification_id = n.id AND e.event = 'cancelled'
    AND (e.reason = 'endpoint_disabled' OR (e.reason = 'missed_window' AND n.planned_offset IS NULL)))`

/**
 * Recorded in the period, or planned for a time in it. The second condition is written as in the index
 * `notifications_search`.
 */
const IN_PERIOD = `(n.created_at >= $3 AND n.created_at < $4
  OR coalesce(n.scheduled_for, n.created_at) >= $3 AND coalesce(n.scheduled_for, n.created_at) < $4)`

/** Deliveries of a period that can be sent again, as conditions with the values of `replayable`. */
const REPLAYABLE = `${OF_ENDPOINT} AND ${IN_PERIOD}
  AND (n.status IN ('PENDING', 'FAILED') OR (NOT $5::boolean AND n.status = 'DELIVERED') OR (${WAS_MISSED}))
  AND n.lease_token IS NULL AND n.has_content`
const replayable = ({ id, applicationId }: Endpoint, { from, to, onlyFailed }: Period) => [
  id,
  applicationId,
  from,
  to,
  onlyFailed,
]

/** Cancelled before its planned time, which is still ahead. */
const IS_AHEAD = `(n.attempt_no = 0 AND coalesce(n.scheduled_for > $2, false))`

/** If the last attempt reached the receiver, or may have reached it, the next one is a retry. */
const RETRIES = `n.retry_count + (CASE WHEN n.status IN ('DELIVERED', 'FAILED') THEN 1 ELSE 0 END)`

const PORTION = 100
const PORTION_EVERY_S = 5
/** When a batch is due. */
const ITS_TURN = `($2 + ((asked.place - 1) / ${PORTION}) * ${PORTION_EVERY_S} * interval '1 second')`

/** The deliveries of an endpoint. */
export const webhookDeliveries = {
  async list(
    sql: Sql,
    { id, applicationId }: Endpoint,
    query: WebhookDeliveryQuery,
  ): Promise<Page<Notification>> {
    const slice = newestFirst(query)
    const { field, order, limit, offset } = slice
    const column = SORT_COLUMNS[field]
    const where = `${OF_ENDPOINT} AND ($3::text[] IS NULL OR n.type = ANY($3))
      AND ($4::text[] IS NULL OR n.status = ANY($4))
      AND ($5::timestamptz IS NULL OR n.created_at >= $5) AND ($6::timestamptz IS NULL OR n.created_at < $6)`
    const values = [
      id,
      applicationId,
      query.type ?? null,
      query.status ?? null,
      query.from ?? null,
      query.to ?? null,
    ]
    const { rows: counted } = await sql.query<{ total: number }>(
      `SELECT count(*) AS total FROM notifications n WHERE ${where}`,
      values,
    )
    const { rows } = await sql.query<Notification>(
      `SELECT ${NOTIFICATION_COLUMNS} FROM notifications n WHERE ${where}
       ORDER BY n.${column} ${order}, n.id ${order} LIMIT $7 OFFSET $8`,
      [...values, limit, offset],
    )
    return pageOf({ content: rows, total: counted[0]?.total ?? 0 }, slice)
  },

  async find(
    sql: Sql,
    { id, applicationId }: Endpoint,
    deliveryId: string,
  ): Promise<Notification | undefined> {
    const { rows } = await sql.query<Notification>(
      `SELECT ${NOTIFICATION_COLUMNS} FROM notifications n WHERE ${OF_ENDPOINT} AND n.id = $3`,
      [id, applicationId, deliveryId],
    )
    return rows[0]
  },

  /** Locks a delivery of an endpoint for a decision about it, even if it is in flight. */
  async lock(tx: Tx, { id, applicationId }: Endpoint, deliveryId: string): Promise<Notification | undefined> {
    const { rows } = await tx.query<Notification>(
      `SELECT ${NOTIFICATION_COLUMNS} FROM notifications n WHERE ${OF_ENDPOINT} AND n.id = $3 FOR UPDATE`,
      [id, applicationId, deliveryId],
    )
    return rows[0]
  },

  /** Counts the delivered and failed webhooks of endpoints that were recorded since a time. */
  async countSince(
    sql: Sql,
    endpointIds: readonly string[],
    since: Date,
  ): Promise<Map<string, { delivered: number; failed: number }>> {
    const { rows } = await sql.query<{ id: string; delivered: number; failed: number }>(
      `SELECT n.recipient_key AS id, count(*) FILTER (WHERE n.status = 'DELIVERED') AS delivered,
         count(*) FILTER (WHERE n.status = 'FAILED') AS failed
       FROM notifications n
       WHERE n.channel = 'WEBHOOKS' AND n.recipient_key = ANY ($1) AND n.created_at > $2
       GROUP BY n.recipient_key`,
      [endpointIds, since],
    )
    return new Map(rows.map(({ id, ...counted }) => [id, counted]))
  },

  /** How many deliveries of a period can be sent again. */
  async countReplayable(sql: Sql, endpoint: Endpoint, period: Period): Promise<number> {
    const { rows } = await sql.query<{ count: number }>(
      `SELECT count(*) AS count FROM notifications n WHERE ${REPLAYABLE}`,
      replayable(endpoint, period),
    )
    return rows[0]?.count ?? 0
  },

  /** Locks the deliveries of a period that can be sent again. */
  async findReplayable(tx: Tx, endpoint: Endpoint, period: Period): Promise<string[]> {
    const { rows } = await tx.query<{ id: string }>(
      `SELECT n.id FROM notifications n WHERE ${REPLAYABLE}
       -- a row locked by another transaction is in flight
       ORDER BY n.created_at, n.id FOR UPDATE SKIP LOCKED`,
      replayable(endpoint, period),
    )
    return rows.map(({ id }) => id)
  },

  /**
   * Makes deliveries due again under their old ids. Large numbers become due in batches, so that new webhooks are not
   * delayed. Deliveries that are in flight or still wait for their first attempt stay unchanged.
   * @returns the deliveries that are due again
   */
  async sendAgain(tx: Tx, ids: readonly string[], now: Date): Promise<Notification[]> {
    const { rows } = await tx.query<Notification>(
      `WITH again AS (
         UPDATE notifications AS n SET
           status = CASE WHEN ${IS_AHEAD} THEN 'INITIALIZED' ELSE 'PENDING' END,
           due_at = CASE WHEN ${IS_AHEAD} THEN n.scheduled_for ELSE ${ITS_TURN} END,
           next_retry_at = CASE WHEN ${IS_AHEAD} THEN NULL ELSE ${ITS_TURN} END,
           redelivery_asked_at = CASE WHEN ${IS_AHEAD} THEN NULL ELSE $2 END,
           relevant_until = CASE WHEN ${IS_AHEAD} THEN n.relevant_until ELSE greatest(n.relevant_until, $3) END,
           retry_count = ${RETRIES}, earlier_retries = ${RETRIES}, wait_count = 0,
           provider_status = NULL, message = NULL, reason = NULL, failure_class = NULL, updated_at = $2
         FROM unnest($1::text[]) WITH ORDINALITY AS asked(id, place)
         WHERE n.id = asked.id AND n.status <> 'INITIALIZED' AND n.lease_token IS NULL
         RETURNING ${NOTIFICATION_COLUMNS}
       ), step AS (
         INSERT INTO notification_events (notification_id, appointment_id, type, channel, event, status, attempt, at)
         SELECT id, "appointmentId", type, channel, 'redelivery_requested', status, "attemptNo", $2 FROM again
       )
       SELECT * FROM again`,
      [ids, now, new Date(now.getTime() + WEBHOOK_WINDOW_MS)],
    )
    return rows
  },
}
