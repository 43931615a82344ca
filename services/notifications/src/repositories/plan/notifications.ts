import type { NotificationChannel, NotificationType } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import type { Plan } from '../../domain/plan/plans.ts'
import { reasons, type Draft, type Notification, type Reason } from '../../domain/notification.ts'
import { NOTIFICATION_COLUMNS } from '../notification-row.ts'

/** Selects pending notifications of an appointment or an endpoint to cancel. */
export interface Withdrawal {
  reason: Reason
  /** Only these types; all if absent. */
  types?: readonly NotificationType[]
  /** Only scheduled ones. */
  plannedOnly?: boolean
  /** All but those planned for later. */
  dueOnly?: boolean
  /** Only messages to people. */
  toPeopleOnly?: boolean
  /** Only those to this participant or endpoint. */
  recipientKey?: string
  /** Only these. */
  ids?: readonly string[]
}

/**
 * The end of a statement that stores drafts and their first events; existing drafts stay unchanged.
 * @param drafts parameter with the drafts, from `draftsAsJson`
 */
export const draftsInsert = (drafts: string, now: string) => `
  drafts AS (
    SELECT * FROM jsonb_to_recordset(${drafts}::jsonb) AS draft(
      id text, "applicationId" text, "appointmentId" text, "sourceEventId" text, type text, channel text,
      "recipientKey" text, "recipientType" text, "recipientName" text, status text, reason text, message text,
      "plannedOffset" text, "scheduledFor" timestamptz, "dueAt" timestamptz, "missedAfter" timestamptz,
      "relevantUntil" timestamptz, "appointmentRevision" integer, "inviteSequence" integer, priority smallint,
      context jsonb)
  ), inserted AS (
    INSERT INTO notifications (
      id, application_id, appointment_id, source_event_id, type, channel, recipient_key, recipient_type,
      recipient_name, status, message, reason, planned_offset, scheduled_for, due_at, missed_after, relevant_until,
      appointment_revision, invite_sequence, priority, context, created_at, updated_at)
    SELECT id, "applicationId", "appointmentId", "sourceEventId", type, channel, "recipientKey",
           "recipientType", "recipientName", status, message, reason, "plannedOffset", "scheduledFor", "dueAt",
           "missedAfter", "relevantUntil", "appointmentRevision", "inviteSequence", priority, context,
           ${now}::timestamptz, ${now}
    FROM drafts
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  INSERT INTO notification_events (notification_id, appointment_id, type, channel, event, status, message,
                                   reason, attempt, at)
  SELECT id, "appointmentId", type, channel, step.event, step.status, step.message, step.reason, 0, ${now}
  FROM drafts JOIN inserted USING (id)
  CROSS JOIN LATERAL (VALUES
    (1, 'created', 'INITIALIZED', NULL, NULL),
    (2, 'stands_in', 'INITIALIZED', 'for ' || (context ->> 'standsInFor'), 'fallback'),
    (2, 'repeats', 'INITIALIZED', 'of ' || (context ->> 'resendOf'), NULL),
    (3, CASE WHEN status = 'CANCELLED' THEN 'cancelled' ELSE 'deferred' END, status, message, reason)
  ) AS step(place, event, status, message, reason)
  WHERE step.event = 'created' OR (step.event = 'stands_in' AND context ? 'standsInFor')
    OR (step.event = 'repeats' AND context ? 'resendOf')
    OR (step.place = 3 AND drafts.reason IS NOT NULL)
  ORDER BY drafts.id, step.place`

export const draftsAsJson = (drafts: readonly Draft[]) =>
  JSON.stringify(
    drafts.map((draft) => ({
      ...draft,
      ...(draft.status === 'CANCELLED' && draft.reason && { message: reasons[draft.reason] }),
    })),
  )

/** The notification records. */
export const notifications = {
  /** Stores drafts and their first events; existing ones stay unchanged. */
  insert(tx: Tx, drafts: readonly Draft[], now: Date): void {
    if (drafts.length > 0) tx.write(`WITH ${draftsInsert('$1', '$2')}`, [draftsAsJson(drafts), now])
  },

  /** Cancels pending notifications; those in flight are checked again when their attempt ends. */
  withdraw(tx: Tx, appointmentId: string, withdrawal: Withdrawal, now: Date): void {
    withdraw(tx, 'appointment', appointmentId, withdrawal, now)
  },

  /** Cancels pending webhooks of an endpoint. */
  withdrawFromEndpoint(tx: Tx, endpointId: string, withdrawal: Withdrawal, now: Date): void {
    withdraw(tx, 'endpoint', endpointId, withdrawal, now)
  },

  /** Pending and delivered plans of an appointment. */
  async findPlans(tx: Tx, appointmentId: string): Promise<Plan[]> {
    const { rows } = await tx.query<Plan>(
      `SELECT id, type, channel, recipient_key AS "recipientKey", planned_offset AS "plannedOffset",
              scheduled_for AS "scheduledFor", status, appointment_revision AS "appointmentRevision",
              (SELECT replaced.channel FROM notifications replaced
               WHERE replaced.id = n.context ->> 'standsInFor') AS "insteadOf"
       FROM notifications n
       WHERE appointment_id = $1 AND planned_offset IS NOT NULL AND status IN ('INITIALIZED', 'PENDING', 'DELIVERED')`,
      [appointmentId],
    )
    return rows
  },

  /** Whether there is a notification of a type about this version of an appointment. */
  async hasTypeOf(
    tx: Tx,
    { id, version }: { id: string; version: number },
    type: NotificationType,
  ): Promise<boolean> {
    const { rowCount } = await tx.query(
      'SELECT FROM notifications WHERE appointment_id = $1 AND type = $2 AND appointment_revision = $3 LIMIT 1',
      [id, type, version],
    )
    return rowCount === 1
  },

  /**
   * Whether a recipient gets the same message over another channel: one of this type is pending, or one for the same
   * event and the same planned offset was delivered.
   */
  async isNotifiedOver(
    tx: Tx,
    { appointmentId, recipientKey, type, sourceEventId, plannedOffset }: Notification,
    channel: NotificationChannel,
  ): Promise<boolean> {
    const { rowCount } = await tx.query(
      `SELECT FROM notifications
       WHERE appointment_id = $1 AND recipient_key = $2 AND type = $3 AND channel = $4
         AND (status IN ('INITIALIZED', 'PENDING') OR (status = 'DELIVERED' AND source_event_id = $5
             AND planned_offset IS NOT DISTINCT FROM $6))
       LIMIT 1`,
      [appointmentId, recipientKey, type, channel, sourceEventId, plannedOffset],
    )
    return rowCount === 1
  },

  /** Locks a notification of an appointment for a decision about it, even if it is in flight. */
  async lock(tx: Tx, appointmentId: string, id: string): Promise<Notification | undefined> {
    const { rows } = await tx.query<Notification>(
      `SELECT ${NOTIFICATION_COLUMNS} FROM notifications n WHERE n.id = $1 AND n.appointment_id = $2 FOR UPDATE`,
      [id, appointmentId],
    )
    return rows[0]
  },

  /**
   * Locks notifications for a decision about them, even if they are in flight. Locks are always taken in the same
   * order.
   */
  async lockAll(tx: Tx, ids: readonly string[]): Promise<Notification[]> {
    const { rows } = await tx.query<Notification>(
      `SELECT ${NOTIFICATION_COLUMNS} FROM notifications n WHERE n.id = ANY ($1) ORDER BY n.id FOR UPDATE`,
      [ids],
    )
    return rows
  },

  /** Makes a notification due now on a user's request. */
  async sendAgain(tx: Tx, notification: Notification, retryCount: number, now: Date): Promise<Notification> {
    const { rows } = await tx.query<Notification>(
      `WITH again AS (
         UPDATE notifications AS n
         SET status = 'PENDING', due_at = $2, next_retry_at = $2, retry_count = $3, wait_count = 0, reason = NULL, updated_at = $2,
             -- a resubmission gets a new provider id; reports about the old one are obsolete
             spent_provider_ids = CASE WHEN provider_id IS NULL THEN spent_provider_ids
                                    ELSE array_append(spent_provider_ids, provider_id) END,
             provider_id = NULL, submitted_at = NULL
         WHERE n.id = $1
         RETURNING ${NOTIFICATION_COLUMNS}
       ), step AS (
         INSERT INTO notification_events (notification_id, appointment_id, type, channel, event, status, attempt, at)
         SELECT id, "appointmentId", type, channel, 'retry_requested', status, "attemptNo", $2 FROM again
       )
       SELECT * FROM again`,
      [notification.id, now, retryCount],
    )
    return rows[0] as Notification
  },
}

/** Columns that relate records to an appointment or an endpoint. */
const SCOPES = {
  // a redelivery is sent whatever happens to the appointment
  appointment: 'redelivery_asked_at IS NULL AND appointment_id',
  endpoint: `channel = 'WEBHOOKS' AND recipient_key`,
} as const

function withdraw(
  tx: Tx,
  scope: keyof typeof SCOPES,
  key: string,
  { reason, types, plannedOnly, dueOnly, toPeopleOnly, recipientKey, ids }: Withdrawal,
  now: Date,
): void {
  tx.write(
    `WITH withdrawn AS (
       UPDATE notifications
       SET status = 'CANCELLED', message = $3, reason = $2, due_at = NULL, next_retry_at = NULL, next_poll_at = NULL,
           updated_at = $4
       WHERE ${SCOPES[scope]} = $1 AND status IN ('INITIALIZED', 'PENDING') AND lease_token IS NULL
        -- a message the provider has accepted cannot be cancelled
         AND provider_id IS NULL
         AND ($5::text[] IS NULL OR type = ANY($5))
         AND (NOT $6::boolean OR planned_offset IS NOT NULL)
         AND (NOT $7::boolean OR channel <> 'WEBHOOKS')
         AND ($8::text IS NULL OR recipient_key = $8)
         AND (NOT $9::boolean OR planned_offset IS NULL OR scheduled_for <= $4)
         AND ($10::text[] IS NULL OR id = ANY($10))
       RETURNING id, appointment_id, type, channel, status, message, attempt_no
     )
     INSERT INTO notification_events (notification_id, appointment_id, type, channel, event, status, message,
                                      reason, attempt, at)
     SELECT id, appointment_id, type, channel, 'cancelled', status, message, $2, attempt_no, $4 FROM withdrawn`,
    [
      key,
      reason,
      reasons[reason],
      now,
      types ?? null,
      plannedOnly ?? false,
      toPeopleOnly ?? false,
      recipientKey ?? null,
      dueOnly ?? false,
      ids ?? null,
    ],
  )
}
