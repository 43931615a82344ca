import type { Sql } from '@appointments/postgres'
import type { SeenMessage } from '../viewer/seen-message.ts'

const KEPT = 500

/** Copies of what went out, for the message viewer. */
export const devMessages = {
  /** Keeps a message; what is said of one that is there already is added to it. */
  async keep(sql: Sql, message: SeenMessage): Promise<void> {
    await sql.query(
      `INSERT INTO dev_messages (id, appointment_id, message, created_at) VALUES ($1, $2, $3, $4)
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

  async ofAppointment(sql: Sql, appointmentId: string): Promise<SeenMessage[]> {
    const { rows } = await sql.query<{ message: SeenMessage }>(
      'SELECT message FROM dev_messages WHERE appointment_id = $1',
      [appointmentId],
    )
    return rows.map(({ message }) => message)
  },
}
