import type { NotificationChannel } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import { CLASSIFICATION_VERSION } from '../../domain/send/classification.ts'
import type { Notification } from '../../domain/notification.ts'
import type { Transition } from '../../domain/send/transition.ts'
import { NOTIFICATION_COLUMNS } from '../notification-row.ts'

/** A notification in the hands of one dispatcher, until its lease ends. */
export interface Claimed {
  notification: Notification
  leaseToken: string
  /** When it was due; unknown of what somebody else gave up. */
  dueAt?: Date
}

/** A notification as the provider's news finds it: nothing is written to it while the transaction goes on. */
export interface Found {
  notification: Notification
  isHeld: boolean
  /** Ids the provider gave to earlier submissions. */
  spentProviderIds: string[]
}

/** Whom a notification belongs to, and until when. */
interface Lease {
  leaseUntil: Date
  leaseToken: string
}

/** What is taken together. */
interface Batch extends Lease {
  /** Most that are taken. */
  limit: number
  now: Date
}

/** How many of an application's oldest are looked at together; among them what is urgent goes first. */
const WINDOW = 200

/** An endpoint with so many timeouts in a row is slow; migration 0036 has an index of these. */
const KEEPS_TIMING_OUT = 2

/** A lease that ends later than any is given is that of a clock that was ahead, and nobody's. */
const LONGER_THAN_LEASES = '5 minutes'

/** Waits to be sent; what a provider has taken waits to be asked about. */
const SENDABLE = 'due_at IS NOT NULL AND provider_id IS NULL'

/** What is in somebody's hands has no time of its own. */
const HELD = 'due_at = NULL, next_poll_at = NULL, next_retry_at = NULL, lease_until = $2, lease_token = $3'

/** @param ids query of the notifications to take: those of $1, and $4 of them at most */
async function take(
  sql: Sql,
  ids: string,
  { limit, now, leaseUntil, leaseToken }: Batch,
): Promise<Claimed[]> {
  const { rows } = await sql.query<Notification>(
    `UPDATE notifications AS n SET ${HELD}
     WHERE n.id IN (${ids} LIMIT $4 FOR UPDATE SKIP LOCKED)
     RETURNING ${NOTIFICATION_COLUMNS}`,
    [now, leaseUntil, leaseToken, limit],
  )
  return rows.map((notification) => ({ notification, leaseToken }))
}

/** The queue of what is due. Leases, not locks, hold what is being sent, so nothing is locked during a send. */
export const deliveries = {
  /**
   * Takes what is due over a channel, applications in turn. One application may fill its share of the lane; it gets
   * more only while as much as a share stays free, so whoever comes next finds room.
   * @param perRecipient most notifications of one recipient in hand at the same time, in all replicas; one for an
   * endpoint that keeps timing out
   * @param share how much of this replica's lane one application may fill while others wait
   * @param held the application of each notification that this replica has in hand
   */
  async claim(
    sql: Sql,
    {
      channel,
      limit,
      perRecipient,
      share,
      held,
      now,
      leaseUntil,
      leaseToken,
    }: Batch & {
      channel: NotificationChannel
      perRecipient: number
      share: number
      held: readonly string[]
    },
  ): Promise<Claimed[]> {
    const { rows } = await sql.query<Notification & { dueAt: Date }>(
      `WITH RECURSIVE waiting_applications AS (
         -- one step of the index for each application, however much of it waits
         (SELECT application_id FROM notifications WHERE channel = $1 AND ${SENDABLE}
          ORDER BY application_id LIMIT 1)
         UNION ALL
         SELECT (SELECT application_id FROM notifications
                 WHERE channel = $1 AND ${SENDABLE} AND application_id > before.application_id
                 ORDER BY application_id LIMIT 1)
         FROM waiting_applications before WHERE before.application_id IS NOT NULL
       ), busy_recipients AS (
         SELECT recipient_key, count(*) AS taken FROM notifications
         WHERE channel = $1 AND lease_token IS NOT NULL GROUP BY recipient_key
       ), busy_applications AS (
         SELECT application_id, count(*) AS taken FROM unnest($7::text[]) AS application_id GROUP BY application_id
       ), slow_endpoints AS (
         SELECT id AS recipient_key, true AS is_slow FROM webhook_endpoints
         WHERE $1 = 'WEBHOOKS' AND timeouts >= ${KEEPS_TIMING_OUT}
       ), due AS (
         SELECT oldest.id, oldest.due_at, oldest.priority, application_id, recipient_key,
           row_number() OVER (PARTITION BY recipient_key ORDER BY priority, due_at, id)
             + coalesce(taken, 0) AS place
         FROM waiting_applications
         CROSS JOIN LATERAL (
           SELECT id, due_at, priority, recipient_key FROM notifications
           WHERE channel = $1 AND application_id = waiting_applications.application_id AND due_at <= $5
             AND provider_id IS NULL
           ORDER BY due_at, id LIMIT ${WINDOW}) oldest
         LEFT JOIN busy_recipients USING (recipient_key)
       ), sendable AS (
         SELECT id, due_at,
           row_number() OVER (PARTITION BY application_id ORDER BY priority, due_at, id)
             + coalesce(taken, 0) AS place
         FROM due LEFT JOIN busy_applications USING (application_id) LEFT JOIN slow_endpoints USING (recipient_key)
         WHERE place <= CASE WHEN is_slow THEN 1 ELSE $4 END
       ), ordered AS (
         SELECT id, place, row_number() OVER (ORDER BY place, due_at, id) AS turn FROM sendable
       ), chosen AS (
         SELECT n.id, n.due_at FROM notifications n JOIN ordered USING (id)
         WHERE (place <= $8::int OR turn <= $6::int - $8::int) AND n.due_at <= $5 AND n.provider_id IS NULL
         ORDER BY turn LIMIT $6
         FOR UPDATE OF n SKIP LOCKED
      ), claimed AS (
         UPDATE notifications AS n
         SET status = 'PENDING', provider_status = 'SENDING', updated_at = $5, ${HELD}
         FROM chosen WHERE n.id = chosen.id
         RETURNING ${NOTIFICATION_COLUMNS}, chosen.due_at AS "dueAt"
       ), step AS (
         INSERT INTO notification_events (notification_id, appointment_id, type, channel, event, status,
                                          provider_status, attempt, at)
         SELECT id, "appointmentId", type, channel, 'claimed', status, "providerStatus", "attemptNo", $5
         FROM claimed
       )
       SELECT * FROM claimed ORDER BY id`,
      [channel, leaseUntil, leaseToken, perRecipient, now, limit, held, share],
    )
    return rows.map(({ dueAt, ...notification }) => ({ notification, leaseToken, dueAt }))
  },

  /** Takes what the provider is to be asked about, oldest first. */
  claimPolled: (sql: Sql, batch: Batch): Promise<Claimed[]> =>
    take(
      sql,
      'SELECT id FROM notifications WHERE due_at <= $1 AND provider_id IS NOT NULL ORDER BY due_at',
      batch,
    ),

  /** Finds a notification its provider has news of, and keeps everybody else from it until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<Found | undefined> {
    const { rows } = await tx.query<Notification & Omit<Found, 'notification'>>(
      `SELECT ${NOTIFICATION_COLUMNS}, n.lease_token IS NOT NULL AS "isHeld",
              n.spent_provider_ids AS "spentProviderIds"
       FROM notifications n WHERE n.id = $1 FOR UPDATE`,
      [id],
    )
    if (!rows[0]) return undefined
    const { isHeld, spentProviderIds, ...notification } = rows[0]
    return { notification, isHeld, spentProviderIds }
  },

  /** Takes a notification that waits and that the transaction has locked. */
  hold(tx: Tx, notification: Notification, { leaseUntil, leaseToken }: Lease): Claimed {
    tx.write(`UPDATE notifications SET ${HELD} WHERE id = $1`, [notification.id, leaseUntil, leaseToken])
    return { notification, leaseToken }
  },

  /** Extends the leases of those who still work; one that has passed to somebody else stays with them. */
  async renew(sql: Sql, held: readonly Claimed[], leaseUntil: Date): Promise<void> {
    await sql.query(
      `UPDATE notifications SET lease_until = $3
       FROM unnest($1::text[], $2::text[]) AS held (id, token)
       WHERE notifications.id = held.id AND lease_token = held.token`,
      [held.map(({ notification }) => notification.id), held.map(({ leaseToken }) => leaseToken), leaseUntil],
    )
  },

  /**
   * Takes notifications whose lease has ended: whoever held them is gone, and how far they got is unknown. A lease that
   * ends later than any is given was given by a clock that was ahead, and nobody is to wait for that moment.
   */
  claimExpired: (sql: Sql, batch: Batch): Promise<Claimed[]> =>
    take(
      sql,
      `SELECT id FROM notifications
       WHERE lease_until < $1 OR lease_until > $1::timestamptz + interval '${LONGER_THAN_LEASES}'
       ORDER BY lease_until`,
      batch,
    ),

  /**
   * Writes what became of a notification and its steps; only whoever holds the lease may.
   * @returns whether the lease was still held, else nothing but the story was written; and whether the notification
   *   lives on a sealed source
   */
  async record(
    tx: Tx,
    { notification, leaseToken }: Claimed,
    transition: Transition,
    now: Date,
  ): Promise<{ isOurs: boolean; isSealed: boolean }> {
    const { rows } = await tx.query<{ isSealed: boolean }>(
      `UPDATE notifications SET
         status = $3, provider_status = $4, provider_id = $5, message = $6, failure_class = $7, retry_count = $8,
         attempt_no = $9, wait_count = $10, resubmission_count = $11, due_at = $12, next_retry_at = $13,
         next_poll_at = $14, submitted_at = $15, unknown_since = $16, lease_until = NULL, lease_token = NULL,
         spent_provider_ids = CASE WHEN provider_id IS NOT NULL AND provider_id IS DISTINCT FROM $5
                                THEN array_append(spent_provider_ids, provider_id) ELSE spent_provider_ids END,
         updated_at = $17
       WHERE id = $1 AND lease_token = $2
       RETURNING erase_at IS NOT NULL AS "isSealed"`,
      [
        notification.id,
        leaseToken,
        transition.status,
        transition.providerStatus,
        transition.providerId,
        transition.message,
        transition.failureClass,
        transition.retryCount,
        transition.attemptNo,
        transition.waitCount,
        transition.resubmissionCount,
        transition.dueAt,
        transition.nextRetryAt,
        transition.nextPollAt,
        transition.submittedAt,
        transition.unknownSince,
        now,
      ],
    )
    const [written] = rows
    this.tell(tx, notification, written ? transition.steps : transition.steps.slice(0, 1), now)
    return { isOurs: written !== undefined, isSealed: written?.isSealed ?? false }
  },

  /** Appends steps to a notification's story, unless the notification has been erased. */
  tell(
    tx: Tx,
    { id, appointmentId, type, channel }: Notification,
    steps: Transition['steps'],
    now: Date,
  ): void {
    if (steps.length === 0) return
    tx.write(
      `INSERT INTO notification_events (notification_id, appointment_id, type, channel, event, status,
                                        provider_status, message, reason, attempt, template,
                                        classification_version, at)
       SELECT $1, $2, $3, $4, event, status, "providerStatus", message, reason, attempt, template,
              CASE WHEN event IN ('attempt', 'receipt') THEN $7::smallint END, $6
       FROM jsonb_to_recordset($5::jsonb) AS step(
         event text, status text, "providerStatus" text, message text, reason text, attempt integer, template jsonb)
       WHERE EXISTS (SELECT FROM notifications WHERE id = $1)`,
      [id, appointmentId, type, channel, JSON.stringify(steps), now, CLASSIFICATION_VERSION],
    )
  },

  /** Whether a notification's story tells of a receipt with a status already. */
  async hasReceipt(sql: Sql, id: string, providerStatus: string): Promise<boolean> {
    const { rowCount } = await sql.query(
      `SELECT FROM notification_events
       WHERE notification_id = $1 AND event = 'receipt' AND provider_status = $2 LIMIT 1`,
      [id, providerStatus],
    )
    return rowCount === 1
  },

  /** Whether another reminder of the same recipient, nearer to the start, is due as well or has gone out. */
  async hasNearerReminder(
    sql: Sql,
    { id, appointmentId, recipientKey, channel, scheduledFor }: Notification,
    now: Date,
  ): Promise<boolean> {
    const { rowCount } = await sql.query(
      `SELECT FROM notifications
       WHERE appointment_id = $1 AND recipient_key = $2 AND channel = $3 AND type = 'REMINDER' AND id <> $4
         -- quiet hours make several due before their planned time
         AND scheduled_for > $5
         AND (status = 'DELIVERED'
              OR (status IN ('INITIALIZED', 'PENDING') AND (scheduled_for <= $6 OR due_at <= $6)))
       LIMIT 1`,
      [appointmentId, recipientKey, channel, id, scheduledFor, now],
    )
    return rowCount === 1
  },

  /** To whom a notification goes. */
  async findRecipient(sql: Sql, id: string): Promise<string | undefined> {
    const { rows } = await sql.query<{ recipient_key: string }>(
      'SELECT recipient_key FROM notifications WHERE id = $1',
      [id],
    )
    return rows[0]?.recipient_key
  },
}
