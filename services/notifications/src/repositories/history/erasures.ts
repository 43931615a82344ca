import type { Sql, Tx } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import { EMPTIED, NOTIFICATION_COLUMNS } from '../notification-row.ts'

const IS_OVER = `n.status IN ('DELIVERED', 'FAILED', 'CANCELLED')`

const IS_ABOUT_REMOVED =
  'EXISTS (SELECT FROM removed_appointments removed WHERE removed.id = n.appointment_id)'

/** Steps whose messages this service wrote; messages of all other steps may quote a provider. */
const OWN_STEPS = `('created', 'cancelled', 'deferred', 'stands_in', 'repeats')`

/**
 * Ends notifications with a sealed source. Those about a removed appointment are deleted; the others stay in the
 * history of their appointment.
 * @param chosen condition on a row `n`
 */
const end = (chosen: string) => `
  WITH chosen AS (
    SELECT n.id, ${IS_ABOUT_REMOVED} AS removed FROM notifications n
    WHERE n.erase_at IS NOT NULL AND ${chosen} FOR UPDATE OF n
  ), steps AS (
    DELETE FROM notification_events e USING chosen WHERE e.notification_id = chosen.id AND removed
  ), receipts AS (
    DELETE FROM early_receipts r USING chosen WHERE r.notification_id = chosen.id AND removed
  ), responses AS (
    DELETE FROM webhook_responses r USING chosen WHERE r.notification_id = chosen.id
  ), emptied AS (
    UPDATE notifications n SET sealed_source = NULL, erase_at = NULL
    FROM chosen WHERE n.id = chosen.id AND NOT removed
  )
  DELETE FROM notifications n USING chosen WHERE n.id = chosen.id AND removed`

/** The sealed rest of a notification. */
export interface Remains {
  id: string
  sealedSource: string
}

/** Erases appointments and participants from the notification records. */
export const erasures = {
  /**
   * Locks the notifications of an appointment that have not ended, including those in flight.
   * @param recipientKey only those of this participant
   */
  async unfinished(tx: Tx, appointmentId: string, recipientKey?: string): Promise<Notification[]> {
    const { rows } = await tx.query<Notification>(
      `SELECT ${NOTIFICATION_COLUMNS} FROM notifications n
       WHERE n.appointment_id = $1 AND NOT ${IS_OVER} AND ($2::text IS NULL OR n.recipient_key = $2)
       ORDER BY n.id FOR UPDATE`,
      [appointmentId, recipientKey ?? null],
    )
    return rows
  },

  /**
   * Reduces notifications to their sealed source, which is deleted at the given time at the latest.
   * @param replaced the sealed notification that they replace, if any; their sources are deleted no later than its
   * source
   */
  seal(tx: Tx, remains: readonly Remains[], eraseAt: Date, replaced?: string): void {
    if (remains.length === 0) return
    tx.write(
      `UPDATE notifications n SET ${EMPTIED}, message = NULL, sealed_source = "sealedSource",
         erase_at = least(n.erase_at, until.latest), relevant_until = least(n.relevant_until, until.latest)
       FROM jsonb_to_recordset($1::jsonb) AS remains(id text, "sealedSource" text),
         (SELECT least($2::timestamptz, (SELECT erase_at FROM notifications WHERE id = $3)) AS latest) AS until
       WHERE n.id = remains.id`,
      [JSON.stringify(remains), eraseAt, replaced ?? null],
    )
  },

  /** Erases an appointment with everything about it except sealed notifications. */
  eraseAppointment(tx: Tx, id: string): void {
    tx.write('DELETE FROM notifications WHERE appointment_id = $1 AND erase_at IS NULL', [id])
    tx.write(
      `DELETE FROM notification_events e WHERE appointment_id = $1
         AND (event NOT IN ${OWN_STEPS} OR NOT EXISTS (SELECT FROM notifications n WHERE n.id = e.notification_id))`,
      [id],
    )
    tx.write(
      `DELETE FROM early_receipts r WHERE appointment_id = $1
         AND NOT EXISTS (SELECT FROM notifications n WHERE n.id = r.notification_id)`,
      [id],
    )
    for (const table of ['webhook_responses', 'contacts', 'early_events', 'dev_messages'])
      tx.write(`DELETE FROM ${table} WHERE appointment_id = $1`, [id])
    tx.write('DELETE FROM appointments WHERE id = $1', [id])
  },

  /**
   * Erases a removed customer: the contact data and the recipients of notifications. Responses of receivers and
   * providers are erased as well, because they may quote the messages; a trigger erases the responses to webhooks.
   */
  eraseCustomer(tx: Tx, appointmentId: string, participantId: string): void {
    const values = [appointmentId, participantId]
    tx.write('DELETE FROM contacts WHERE appointment_id = $1 AND participant_id = $2', values)
    tx.write(
      `UPDATE notification_events e SET message = NULL FROM notifications n
       WHERE n.id = e.notification_id AND n.appointment_id = $1 AND n.recipient_key = $2
         AND e.message IS NOT NULL AND e.event NOT IN ${OWN_STEPS}`,
      values,
    )
    tx.write(
      `UPDATE notifications n SET ${EMPTIED}, message = CASE WHEN n.status = 'CANCELLED' THEN n.message END
       WHERE n.appointment_id = $1 AND n.recipient_key = $2 AND n.sealed_source IS NULL`,
      values,
    )
    tx.write('DELETE FROM webhook_responses WHERE appointment_id = $1', [appointmentId])
  },

  /** Ends a notification with a sealed source if it has its final status. */
  endIfOver(tx: Tx, id: string): void {
    tx.write(end(`n.id = $1 AND ${IS_OVER}`), [id])
  },

  /** Ends notifications whose sealed source has expired, delivered or not. */
  async endOverdue(sql: Sql, now: Date, limit: number): Promise<number> {
    const { rows } = await sql.query<{ id: string }>(
      'SELECT id FROM notifications WHERE erase_at <= $1 ORDER BY erase_at LIMIT $2',
      [now, limit],
    )
    if (rows.length > 0) await sql.query(end('n.id = ANY($1)'), [rows.map(({ id }) => id)])
    return rows.length
  },
}
