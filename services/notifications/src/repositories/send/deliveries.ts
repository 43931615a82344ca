import type { NotificationChannel } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import { CLASSIFICATION_VERSION } from '../../domain/send/classification.ts'
import type { Notification } from '../../domain/notification.ts'
import { reasonAfter } from '../../domain/send/reason-after.ts'
import type { Transition } from '../../domain/send/transition.ts'
import { contentInsert, packed } from '../history/message-contents.ts'
import { NOTIFICATION_COLUMNS } from '../notification-row.ts'

/** A notification claimed by one dispatcher until its lease expires. */
export interface Claimed {
  notification: Notification
  leaseToken: string
  /** When it was due; unknown if it was recovered after an expired lease. */
  dueAt?: Date
}

/** A notification that a provider's report is about, locked for the transaction. */
export interface Found {
  notification: Notification
  isHeld: boolean
  /** Ids the provider gave to earlier submissions. */
  spentProviderIds: string[]
}

/** Token that identifies the owner of a notification, and the end of the lease. */
interface Lease {
  leaseUntil: Date
  leaseToken: string
}

/** Notifications claimed together. */
interface Batch extends Lease {
  /** Maximum number of notifications to claim. */
  limit: number
  now: Date
}

/**
 * The column that names the queue of a due notification, for each channel, and how many of the oldest in each queue are
 * considered together; the urgent ones among them come first. Each endpoint has a separate queue, so a long queue does
 * not hide those of other endpoints of its application. Migration 0051 has an index for them.
 */
const QUEUES: Record<NotificationChannel, { column: string; window: number }> = {
  EMAIL: { column: 'application_id', window: 200 },
  SMS: { column: 'application_id', window: 200 },
  WEBHOOKS: { column: 'recipient_key', window: 20 },
}

/**
 * Number of replicas that can claim at the same moment while each still finds enough unlocked notifications for a full
 * lane.
 */
const REPLICAS = 10

/** Condition on an endpoint that keeps timing out: it gets one webhook at a time. Migration 0036 has an index for it. */
export const IS_SLOW = 'timeouts >= 2'

/** A lease ending further ahead than we ever grant comes from a fast clock; treat it as expired. */
const LONGER_THAN_LEASES = '5 minutes'

/** Due to be sent; a notification accepted by a provider is due to be polled. */
const SENDABLE = 'due_at IS NOT NULL AND provider_id IS NULL'

/** A notification in flight has no due time. */
const CLAIM = 'due_at = NULL, next_poll_at = NULL, next_retry_at = NULL, lease_until = $2, lease_token = $3'

/** @param ids query of the notifications to claim; it may use $1, the current time */
async function take(
  sql: Sql,
  ids: string,
  { limit, now, leaseUntil, leaseToken }: Batch,
): Promise<Claimed[]> {
  const { rows } = await sql.query<Notification>(
    `UPDATE notifications AS n SET ${CLAIM}
     WHERE n.id IN (${ids} LIMIT $4 FOR UPDATE SKIP LOCKED)
     RETURNING ${NOTIFICATION_COLUMNS}`,
    [now, leaseUntil, leaseToken, limit],
  )
  return rows.map((notification) => ({ notification, leaseToken }))
}

/** The insert of a notification's events, whose id is $1; the parameters hold the other values. */
const stepsInsert = (
  appointmentId: string,
  type: string,
  channel: string,
  now: string,
  steps: string,
  classificationVersion: string,
) =>
  `INSERT INTO notification_events (notification_id, appointment_id, type, channel, event, status, provider_status,
                                    message, reason, attempt, template, classification_version, at)
   SELECT $1, ${appointmentId}, ${type}, ${channel}, event, status, "providerStatus", message, reason, attempt,
          template, CASE WHEN event IN ('attempt', 'receipt') THEN ${classificationVersion}::smallint END, ${now}
   FROM jsonb_to_recordset(${steps}::jsonb) AS step(
     event text, status text, "providerStatus" text, message text, reason text, attempt integer, template jsonb)`

/** The queue of due notifications. Leases own what is being sent, so no lock is held during a send. */
export const deliveries = {
  /**
   * Claims due notifications of a channel. Applications take turns. One application may fill its share of the lane.
   * It gets more only while at least a share stays free, so that the next application finds free slots.
   * @param perRecipient maximum number of notifications of one recipient in flight in all replicas; one for an endpoint that
   *   keeps timing out
   * @param share part of this replica's lane one application may use while others wait
   * @param held the application of each notification in flight in this replica
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
    const { column, window } = QUEUES[channel]
    // the channel is part of the text, so that prepared statements use the partial index of its queues
    const isWaiting = `channel = '${channel}' AND ${SENDABLE}`
    const { rows } = await sql.query<Notification & { dueAt: Date }>(
      `WITH RECURSIVE queues AS (
        -- one index step per queue, however long it is
         (SELECT ${column} AS queue FROM notifications WHERE ${isWaiting} ORDER BY ${column} LIMIT 1)
         UNION ALL
         SELECT (SELECT ${column} FROM notifications WHERE ${isWaiting} AND ${column} > before.queue
                 ORDER BY ${column} LIMIT 1)
         FROM queues before WHERE before.queue IS NOT NULL
       ), busy_recipients AS (
        -- a lease on an accepted notification is for a poll, which sends nothing
         SELECT recipient_key, count(*) AS taken FROM notifications
         WHERE channel = $1 AND lease_token IS NOT NULL AND provider_id IS NULL GROUP BY recipient_key
       ), busy_applications AS (
         SELECT application_id, count(*) AS taken FROM unnest($7::text[]) AS application_id GROUP BY application_id
       ), slow_endpoints AS (
         SELECT id AS recipient_key, true AS is_slow FROM webhook_endpoints
         WHERE $1 = 'WEBHOOKS' AND ${IS_SLOW}
       ), due AS (
         SELECT oldest.id, oldest.due_at, oldest.priority, application_id, recipient_key,
           row_number() OVER (PARTITION BY recipient_key ORDER BY priority, due_at, id)
             + coalesce(taken, 0) AS place
         FROM queues
         CROSS JOIN LATERAL (
           SELECT id, due_at, priority, application_id, recipient_key FROM notifications
           WHERE ${isWaiting} AND ${column} = queue AND due_at <= $5
           ORDER BY due_at, id LIMIT ${window}) oldest
         LEFT JOIN busy_recipients USING (recipient_key)
       ), sendable AS (
         SELECT id, due_at,
           row_number() OVER (PARTITION BY application_id ORDER BY priority, due_at, id)
             + coalesce(taken, 0) AS place
         FROM due LEFT JOIN busy_applications USING (application_id) LEFT JOIN slow_endpoints USING (recipient_key)
         WHERE place <= CASE WHEN is_slow THEN 1 ELSE $4 END
       ), ordered AS (
         SELECT id, place, row_number() OVER (ORDER BY place, due_at, id) AS turn FROM sendable
       ), eligible AS MATERIALIZED (
        -- computed once: joined as it is, it would be computed again for each notification that is due
         SELECT id, turn FROM ordered WHERE place <= $8::int OR turn <= $6::int - $8::int
         ORDER BY turn LIMIT $6::int * ${REPLICAS}
       ), chosen AS (
        -- without IS TRUE and statistics, PostgreSQL 15 reads everything that is due instead of these ids
         SELECT n.id, n.due_at FROM eligible JOIN notifications n USING (id)
         WHERE n.id = ANY (ARRAY(SELECT id FROM eligible)) AND (n.due_at <= $5) IS TRUE AND n.provider_id IS NULL
         ORDER BY turn LIMIT $6
         FOR UPDATE OF n SKIP LOCKED
      ), claimed AS (
         UPDATE notifications AS n
         SET status = 'PENDING', provider_status = 'SENDING', updated_at = $5, ${CLAIM}
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

  /** Claims notifications to poll the provider for, oldest first. */
  claimPolled: (sql: Sql, batch: Batch): Promise<Claimed[]> =>
    take(
      sql,
      'SELECT id FROM notifications WHERE due_at <= $1 AND provider_id IS NOT NULL ORDER BY due_at',
      batch,
    ),

  /** Locks the notification of a provider's report until the transaction ends. */
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

  /** Claims a pending notification that the transaction has locked. */
  claimLocked(tx: Tx, notification: Notification, { leaseUntil, leaseToken }: Lease): Claimed {
    tx.write(`UPDATE notifications SET ${CLAIM} WHERE id = $1`, [notification.id, leaseUntil, leaseToken])
    return { notification, leaseToken }
  },

  /** Extends the leases that are still held; leases lost to another process stay unchanged. */
  async renew(sql: Sql, held: readonly Claimed[], leaseUntil: Date): Promise<void> {
    await sql.query(
      `UPDATE notifications SET lease_until = $3
       FROM unnest($1::text[], $2::text[]) AS held (id, token)
       WHERE notifications.id = held.id AND lease_token = held.token`,
      [held.map(({ notification }) => notification.id), held.map(({ leaseToken }) => leaseToken), leaseUntil],
    )
  },

  /**
   * Claims notifications whose lease has expired: their process has crashed, and how far it got is unknown. A lease
   * ending further ahead than we ever grant comes from a fast clock and counts as expired.
   */
  claimExpired: (sql: Sql, batch: Batch): Promise<Claimed[]> =>
    take(
      sql,
      `SELECT id FROM notifications
       -- few rows have a lease, and an index finds them
       WHERE lease_token IS NOT NULL
         AND (lease_until < $1 OR lease_until > $1::timestamptz + interval '${LONGER_THAN_LEASES}')
       ORDER BY lease_until`,
      batch,
    ),

  /**
   * Stores the result of a notification, its steps and the sent content, only for the holder of the lease. A content is
   * not stored if the notification has lost its content meanwhile, or if it quotes customers; see `keepSent`.
   * @returns whether the lease was still held (otherwise only the first step was stored), and whether the notification
   *   has a sealed source
   */
  async record(
    tx: Tx,
    { notification, leaseToken }: Claimed,
    transition: Transition,
    now: Date,
  ): Promise<{ isOurs: boolean; isSealed: boolean }> {
    const content = transition.quoted?.length ? undefined : transition.sent
    const { rows } = await tx.query<{ isSealed: boolean }>(
      `WITH written AS (
       UPDATE notifications SET
         status = $3, provider_status = $4, provider_id = $5, message = $6, failure_class = $7, retry_count = $8,
         attempt_no = $9, wait_count = $10, resubmission_count = $11, due_at = $12, next_retry_at = $13,
         next_poll_at = $14, submitted_at = $15, unknown_since = $16, lease_until = NULL, lease_token = NULL,
         spent_provider_ids = CASE WHEN provider_id IS NOT NULL AND provider_id IS DISTINCT FROM $5
                                THEN array_append(spent_provider_ids, provider_id) ELSE spent_provider_ids END,
         reason = $23, updated_at = $17
       WHERE id = $1 AND lease_token = $2
       RETURNING erase_at IS NOT NULL AS "isSealed", has_content
       ), steps AS (
         ${stepsInsert('$18', '$19', '$20', '$17', '$21', '$22')} WHERE EXISTS (SELECT FROM written)
       ), content AS (
        -- reads the locked row: the table would be read as it was before the statement waited for an erasure
         ${contentInsert(`SELECT $1, $18, $24::bytea, $17 FROM written WHERE has_content AND $24::bytea IS NOT NULL`)}
       )
       SELECT "isSealed" FROM written`,
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
        notification.appointmentId,
        notification.type,
        notification.channel,
        JSON.stringify(transition.steps),
        CLASSIFICATION_VERSION,
        reasonAfter(notification, transition),
        content ? packed(content) : null,
      ],
    )
    const [written] = rows
    // a separate statement, which sees whether the notification has been erased meanwhile
    if (!written) this.appendSteps(tx, notification, transition.steps.slice(0, 1), now)
    return { isOurs: written !== undefined, isSealed: written?.isSealed ?? false }
  },

  /** Appends events to a notification's history, unless the notification has been erased. */
  appendSteps(
    tx: Tx,
    { id, appointmentId, type, channel }: Notification,
    steps: Transition['steps'],
    now: Date,
  ): void {
    if (steps.length === 0) return
    tx.write(
      `${stepsInsert('$2', '$3', '$4', '$6', '$5', '$7')}
       WHERE EXISTS (SELECT FROM notifications WHERE id = $1)`,
      [id, appointmentId, type, channel, JSON.stringify(steps), now, CLASSIFICATION_VERSION],
    )
  },

  /**
   * Those of the provider's ids that belong to known submissions: the newest of any notification, or an earlier one of a
   * notification about the same appointment.
   */
  async findSubmitted(
    sql: Sql,
    { appointmentId }: Pick<Notification, 'appointmentId'>,
    providerIds: readonly string[],
  ): Promise<Set<string>> {
    const { rows } = await sql.query<{ id: string }>(
      `SELECT provider_id AS id FROM notifications WHERE provider_id = ANY ($1)
       UNION ALL
       SELECT unnest(spent_provider_ids) FROM notifications WHERE appointment_id = $2`,
      [providerIds, appointmentId],
    )
    return new Set(rows.map(({ id }) => id))
  },

  /** Whether a notification's history contains a receipt with this status. */
  async hasReceipt(sql: Sql, id: string, providerStatus: string): Promise<boolean> {
    const { rowCount } = await sql.query(
      `SELECT FROM notification_events
       WHERE notification_id = $1 AND event = 'receipt' AND provider_status = $2 LIMIT 1`,
      [id, providerStatus],
    )
    return rowCount === 1
  },

  /** Whether another reminder to the same recipient, nearer to the start, is also due or has been sent. */
  async hasNearerReminder(
    sql: Sql,
    { id, appointmentId, recipientKey, channel, scheduledFor }: Notification,
    now: Date,
  ): Promise<boolean> {
    const { rowCount } = await sql.query(
      `SELECT FROM notifications
       WHERE appointment_id = $1 AND recipient_key = $2 AND channel = $3 AND type = 'REMINDER' AND id <> $4
        -- quiet hours can make several due before their planned time
         AND scheduled_for > $5
         AND (status = 'DELIVERED'
              OR (status IN ('INITIALIZED', 'PENDING') AND (scheduled_for <= $6 OR due_at <= $6)
                 -- one that is too late for its first attempt will not be sent
                  AND (attempt_no > 0 OR lease_token IS NOT NULL OR coalesce(missed_after, relevant_until) >= $6)))
       LIMIT 1`,
      [appointmentId, recipientKey, channel, id, scheduledFor, now],
    )
    return rowCount === 1
  },

  /** The recipient of a notification. */
  async findRecipient(sql: Sql, id: string): Promise<string | undefined> {
    const { rows } = await sql.query<{ recipient_key: string }>(
      'SELECT recipient_key FROM notifications WHERE id = $1',
      [id],
    )
    return rows[0]?.recipient_key
  },
}
