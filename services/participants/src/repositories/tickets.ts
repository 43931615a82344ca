import type { Sql, Tx } from '@appointments/postgres'
import type { Ticket } from '../domain/current-tickets.ts'

/** A ticket as it is stored. */
export type TicketRow = Ticket & { hash: string }

/** The insert of an appointment's tickets; the parameters hold its id and the rows as JSON. */
export const insertTickets = (appointmentId: string, rows: string) =>
  `INSERT INTO tickets (hash, appointment_id, participant_id, kind, version)
   SELECT hash, ${appointmentId}, "participantId", kind, version
   FROM jsonb_to_recordset(${rows}::jsonb) AS row (hash text, "participantId" text, kind text, version integer)
   ON CONFLICT (hash) DO NOTHING`

export type FoundTicket = Ticket & { appointmentId: string }

/**
 * The hashes of all valid tickets, and of those that were valid once.
 * @param hashOf hash of a ticket; tickets themselves are not stored
 */
export const ticketsIn = (pool: Sql, hashOf: (ticket: Ticket) => string) => ({
  /** Tickets as they are stored. */
  rowsOf: (current: readonly Ticket[]): TicketRow[] =>
    current.map((ticket) => ({ ...ticket, hash: hashOf(ticket) })),

  /** Replaces the tickets of an appointment. */
  register(tx: Tx, appointmentId: string, current: readonly Ticket[]): void {
    const rows = this.rowsOf(current)
    tx.write(
      `WITH ended AS (
         DELETE FROM tickets WHERE appointment_id = $1 AND hash <> ALL($2)
         RETURNING hash, appointment_id, participant_id
       )
       INSERT INTO former_tickets (hash, appointment_id, participant_id)
       SELECT hash, appointment_id, participant_id FROM ended ON CONFLICT (hash) DO NOTHING`,
      [appointmentId, rows.map(({ hash }) => hash)],
    )
    tx.write(insertTickets('$1', '$2'), [appointmentId, JSON.stringify(rows)])
  },

  async findByHash(hash: string): Promise<FoundTicket | undefined> {
    const { rows } = await pool.query<FoundTicket>(
      `SELECT appointment_id AS "appointmentId", participant_id AS "participantId", kind, version
       FROM tickets WHERE hash = $1`,
      [hash],
    )
    return rows[0]
  },

  /** The appointment of a ticket that was valid once; undefined for any other text. */
  async findFormer(hash: string): Promise<string | undefined> {
    const { rows } = await pool.query<{ id: string }>(
      'SELECT appointment_id AS id FROM former_tickets WHERE hash = $1',
      [hash],
    )
    return rows[0]?.id
  },
})
export type TicketRegister = ReturnType<typeof ticketsIn>
