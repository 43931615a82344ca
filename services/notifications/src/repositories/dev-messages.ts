import type { Sql, Tx } from '@appointments/postgres'
import type { SeenMessage } from '../messages/seen-message.ts'

const KEPT = 500

/** Copies of messages for the message viewer. */
export const devMessages = {
  /** Stores a message; fields of a stored one are added or replaced. */
  async keep(sql: Sql, message: SeenMessage): Promise<void> {
    await sql.query(
      `INSERT INTO dev_messages (id, appointment_id, message, created_at)
       SELECT $1, $2, $3, $4
      -- a message erased while in flight is not shown again
       WHERE $2::text IS NULL OR EXISTS (SELECT FROM notifications WHERE id = $1 AND has_content)
       ON CONFLICT (id) DO UPDATE SET message = dev_messages.message || excluded.message`,
      [message.id, message.appointmentId ?? null, JSON.stringify(message), message.at],
    )
    await sql.query(
      `DELETE FROM dev_messages WHERE id IN (SELECT id FROM dev_messages ORDER BY created_at DESC OFFSET $1)`,
      [KEPT],
    )
  },

  async list(sql: Sql): Promise<SeenMessage[]> {
    const { rows } = await sql.query<{ message: SeenMessage }>(
      'SELECT message FROM dev_messages ORDER BY created_at DESC, id DESC LIMIT $1',
      [KEPT],
    )
    return rows.map(({ message }) => message)
  },

  /**
   * Removes and returns the messages about an appointment.
   * @param participantId only those that are sent to this participant or name it; all if absent
   */
  async take(tx: Tx, appointmentId: string, participantId?: string): Promise<SeenMessage[]> {
    const { rows } = await tx.query<{ message: SeenMessage }>(
      `DELETE FROM dev_messages d WHERE appointment_id = $1
         AND ($2::text IS NULL OR strpos(message::text, $2) > 0
              OR EXISTS (SELECT FROM notifications n WHERE n.id = d.id AND n.recipient_key = $2))
       RETURNING message`,
      [appointmentId, participantId ?? null],
    )
    return rows.map(({ message }) => message)
  },
}
