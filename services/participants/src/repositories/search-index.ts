import { wholeVersion } from '@appointments/appointment'
import type {
  AppointmentSnapshot,
  CustomerRecord,
  RosterSnapshot,
  WholeAppointment,
} from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import { searchEntryOf } from '../domain/search-entry.ts'
import { MOST_COUNTED } from '../metrics.ts'

/** Converts an entry to the parameter of the statements below. */
export const entryParameter = (whole: WholeAppointment): string => JSON.stringify(searchEntryOf(whole))

/** Reads the entry from a parameter as a row; there is no row if the parameter is null. */
const entryIn = (parameter: string) =>
  `(SELECT * FROM jsonb_to_record(${parameter}::jsonb) AS given ("appointmentId" text, "organizationId" text,
      "applicationId" text, start timestamptz, state text, outcome text, "queueId" text, "serviceTypeId" text,
      "agentIds" text[], words text[])
    WHERE "appointmentId" IS NOT NULL) AS entry`

/** Inserts an entry. @param words SQL expression for the customers' words, a text array */
export const insertEntry = (parameter: string, words: string, at: string) =>
  `INSERT INTO search_entries (appointment_id, organization_id, application_id, start_at, changed_at, state, outcome,
     queue_id, service_type_id, has_agent, words, customer_words)
   SELECT "appointmentId", "organizationId", "applicationId", start, ${at}::timestamptz, state, outcome, "queueId", "serviceTypeId",
     cardinality("agentIds") > 0, array_to_tsvector(words), array_to_tsvector(${words}) FROM ${entryIn(parameter)}`

/** Updates an entry. A missing entry is left to the background loop. */
export const updateEntry = (parameter: string, at: string) =>
  `UPDATE search_entries SET start_at = start, changed_at = ${at}::timestamptz, state = entry.state, outcome = entry.outcome,
     queue_id = "queueId", service_type_id = "serviceTypeId", has_agent = cardinality("agentIds") > 0,
     words = array_to_tsvector(entry.words)
   FROM ${entryIn(parameter)} WHERE appointment_id = "appointmentId"`

/** Inserts agents who are new, and updates those whose appointment now starts at another time. */
export const putAgents = (parameter: string) =>
  `INSERT INTO search_agents (appointment_id, agent_id, start_at)
   SELECT "appointmentId", unnest("agentIds"), start FROM ${entryIn(parameter)}
   ON CONFLICT (appointment_id, agent_id) DO UPDATE SET start_at = excluded.start_at
   WHERE search_agents.start_at <> excluded.start_at`

/** Removes agents who no longer take part. */
export const removeAgents = (parameter: string) =>
  `DELETE FROM search_agents USING ${entryIn(parameter)}
   WHERE appointment_id = "appointmentId" AND agent_id <> ALL ("agentIds")`

/** The words of all customers of an appointment. */
const customerWords = (appointmentId: string) =>
  `ARRAY(SELECT word FROM customers, unnest(search_words) AS word WHERE customers.appointment_id = ${appointmentId})`

/** An appointment whose entry is missing or outdated. */
export interface Unsearchable extends WholeAppointment {
  customers: CustomerRecord[]
}

/** The search index. Every write of an appointment or a customer updates it. */
export const searchIndexIn = (pool: Sql) => ({
  /** Updates the words of an appointment's customers after a customer was stored or removed. */
  renewCustomers(tx: Tx, appointmentId: string): void {
    tx.write(
      `UPDATE search_entries SET customer_words = array_to_tsvector(${customerWords('$1')}) WHERE appointment_id = $1`,
      [appointmentId],
    )
  },

  /** Removes an appointment from the index. */
  remove(tx: Tx, appointmentId: string): void {
    for (const table of ['search_entries', 'search_agents', 'search_pending'])
      tx.write(`DELETE FROM ${table} WHERE appointment_id = $1`, [appointmentId])
  },

  /** Appointments whose entry is missing or outdated, in no particular order. */
  async pending(limit: number): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(
      'SELECT appointment_id AS id FROM search_pending LIMIT $1',
      [limit],
    )
    return rows.map(({ id }) => id)
  },

  /** The number of appointments whose entry is missing or outdated, counted up to a limit. */
  async figures(): Promise<{ pending: number }> {
    const { rows } = await pool.query<{ pending: number }>(
      `SELECT count(*) AS pending FROM (SELECT FROM search_pending LIMIT ${MOST_COUNTED}) AS counted`,
    )
    return rows[0] ?? { pending: 0 }
  },

  /** Locks the appointments until the transaction ends, except those that another transaction has locked. */
  async lock(tx: Tx, ids: readonly string[]): Promise<Unsearchable[]> {
    const locked = await tx.query<{ appointment: AppointmentSnapshot; roster: RosterSnapshot }>(
      `SELECT appointment, roster FROM appointments WHERE id = ANY ($1) AND appointment IS NOT NULL
       ORDER BY id FOR UPDATE SKIP LOCKED`,
      [ids],
    )
    const customers = await tx.query<{ appointmentId: string; record: CustomerRecord }>(
      'SELECT appointment_id AS "appointmentId", record FROM customers WHERE appointment_id = ANY ($1)',
      [ids],
    )
    return locked.rows.map((whole) => ({
      ...whole,
      customers: customers.rows
        .filter(({ appointmentId }) => appointmentId === whole.appointment.id)
        .map(({ record }) => record),
    }))
  },

  /** Rebuilds the entry of an appointment. @param words the words of each customer, by its id */
  renew(tx: Tx, whole: WholeAppointment, words: Readonly<Record<string, string[]>>, at: Date): void {
    const { id } = whole.appointment
    const entry = entryParameter(whole)
    tx.write(
      `UPDATE customers SET search_words = ARRAY(SELECT jsonb_array_elements_text($2::jsonb -> id))
       WHERE appointment_id = $1`,
      [id, JSON.stringify(words)],
    )
    tx.write('DELETE FROM search_entries WHERE appointment_id = $1', [id])
    tx.write(insertEntry('$1', customerWords('"appointmentId"'), '$2'), [entry, at])
    tx.write(removeAgents('$1'), [entry])
    tx.write(putAgents('$1'), [entry])
    tx.write('UPDATE appointments SET search_version = $2 WHERE id = $1', [id, wholeVersion(whole)])
    tx.write('DELETE FROM search_pending WHERE appointment_id = $1', [id])
  },
})
export type SearchIndex = ReturnType<typeof searchIndexIn>
