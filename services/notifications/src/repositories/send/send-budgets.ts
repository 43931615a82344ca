import type { NotificationChannel } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { Rate } from '../../domain/send/send-limits.ts'
import { tallyInsert } from './recipient-tallies.ts'

/** How late a turn may be used; a notification that missed it, during an outage for example, gets a new one. */
const TURN_KEPT_MS = 60_000

/** A turn taken further ahead than clocks of replicas differ comes from a fast clock; count from now instead. */
const FAST_CLOCK = '1 minute'

/** A time of the budget. If a fast clock set it, it is shifted to be as far from now ($8) as it was from that clock. */
const asOfNow = (column: 'used_until' | 'urgent_until') =>
  `CASE WHEN budget.taken_at > $8::timestamptz + interval '${FAST_CLOCK}'
     THEN $8 + (budget.${column} - budget.taken_at) ELSE budget.${column} END`

/** A turn of an application. */
interface Turn {
  at: Date
  hasCome: boolean
  /** Whether the notification is counted for its recipient: the turn has come, and the limit is not reached. */
  isCounted: boolean
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Send rates of applications per channel, shared by all replicas: a token bucket stored as the time until which it
 * is used up (the generic cell rate algorithm).
 */
export const sendBudgets = {
  /**
   * Takes the next turn of an application. A future turn is reserved for the notification, so that it waits only
   * once. A turn that has come counts the notification for its recipient, once for all its attempts.
   * @param recipient a keyed hash of the address
   * @param mostPerRecipient the limit of the recipient; undefined if the notification is sent in any case
   * @param urgent whether it overtakes waiting notifications, which then wait longer
   * @param latest end of the notification's usefulness; no later turn is taken
   * @returns the turn; undefined if it would be later than that
   */
  async takeTurn(
    sql: Sql,
    {
      notificationId,
      applicationId,
      channel,
      recipient,
      mostPerRecipient,
      rate: { stepMs, burst },
      urgent,
      latest,
      now,
    }: {
      notificationId: string
      applicationId: string
      channel: NotificationChannel
      recipient: string
      mostPerRecipient: number | undefined
      rate: Rate
      urgent: boolean
      latest: Date
      now: Date
    },
  ): Promise<Turn | undefined> {
    const { rows } = await sql.query<Turn>(
      `WITH kept AS (
         SELECT at FROM send_turns WHERE notification_id = $1 AND at > $7
       ), spent AS (
         DELETE FROM send_turns WHERE notification_id = $1 AND at > $7 AND at <= $8
       ), taken AS (
         INSERT INTO send_budgets AS budget (application_id, channel, used_until, urgent_until, taken_at)
         SELECT $2, $3, $4::timestamptz + $5::double precision * interval '1 millisecond',
           CASE WHEN $6 THEN $4::timestamptz + $5 * interval '1 millisecond' ELSE $4::timestamptz END, $8
         WHERE NOT EXISTS (SELECT FROM kept)
         ON CONFLICT (application_id, channel) DO UPDATE SET
           used_until = greatest(${asOfNow('used_until')}, $4) + $5 * interval '1 millisecond',
           urgent_until = CASE WHEN $6 THEN greatest(${asOfNow('urgent_until')}, $4) + $5 * interval '1 millisecond'
                               ELSE ${asOfNow('urgent_until')} END,
           taken_at = $8
         WHERE greatest(CASE WHEN $6 THEN ${asOfNow('urgent_until')} ELSE ${asOfNow('used_until')} END, $4)
                 + $5 * interval '1 millisecond' <= $9
         RETURNING CASE WHEN $6 THEN urgent_until ELSE used_until END AS at
       ), given AS (
         INSERT INTO send_turns (notification_id, at) SELECT $1, at FROM taken WHERE at > $8
         ON CONFLICT (notification_id) DO UPDATE SET at = excluded.at
       ), turn AS (
        -- the clock has no microseconds, so a turn within the current millisecond has come
         SELECT at, date_trunc('milliseconds', at) <= $8 AS has_come
         FROM (SELECT at FROM kept UNION ALL SELECT at FROM taken) AS either
       ), counted AS (
         ${tallyInsert(
           { applicationId: '$2', recipient: '$10', notificationId: '$1', most: '$11', now: '$8' },
           'turn WHERE has_come',
         )}
       )
       SELECT at, has_come AS "hasCome", EXISTS (SELECT FROM counted) AS "isCounted" FROM turn`,
      [
        notificationId,
        applicationId,
        channel,
        before(now, burst * stepMs),
        stepMs,
        urgent,
        before(now, TURN_KEPT_MS),
        now,
        latest,
        recipient,
        mostPerRecipient ?? null,
      ],
    )
    return rows[0]
  },

  /** Deletes missed turns, whose notifications were cancelled. */
  async dropMissed(sql: Sql, now: Date, limit: number): Promise<void> {
    await sql.query(
      `DELETE FROM send_turns WHERE notification_id IN (
         SELECT notification_id FROM send_turns WHERE at <= $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [before(now, TURN_KEPT_MS), limit],
    )
  },
}
