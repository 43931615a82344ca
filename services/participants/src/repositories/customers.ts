import type { StoredCustomer } from '@appointments/appointment'
import type { CustomerRecord } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import { customerWordsOf } from '../domain/search-entry.ts'

interface Row {
  record: CustomerRecord
  field_versions: Record<string, number>
}

/**
 * Inserts the customers of an appointment. The parameters are the appointment's id and the rows of {@link
 * customerParameter}.
 */
export const insertCustomers = (appointmentId: string, rows: string) =>
  `INSERT INTO customers (appointment_id, id, record, field_versions, search_words)
   SELECT ${appointmentId}, record ->> 'id', record, '{}', words
   FROM jsonb_to_recordset(${rows}::jsonb) AS row (record jsonb, words text[])`

/** Converts customers to the parameter of their insert. */
export const customerParameter = (records: readonly CustomerRecord[]): string =>
  JSON.stringify(records.map((record) => ({ record, words: customerWordsOf(record) })))

/** Contact details of customers. Callers reach the appointment first, which checks their access. */
export const customersIn = (pool: Sql) => ({
  async find(appointmentId: string, id: string, sql: Sql = pool): Promise<StoredCustomer | undefined> {
    const { rows } = await sql.query<Row>(
      'SELECT record, field_versions FROM customers WHERE appointment_id = $1 AND id = $2',
      [appointmentId, id],
    )
    return rows[0] && { record: rows[0].record, fieldVersions: rows[0].field_versions }
  },

  /** The records of all customers of an appointment. */
  async ofAppointment(appointmentId: string): Promise<CustomerRecord[]> {
    const { rows } = await pool.query<Pick<Row, 'record'>>(
      'SELECT record FROM customers WHERE appointment_id = $1',
      [appointmentId],
    )
    return rows.map(({ record }) => record)
  },

  insert(tx: Tx, appointmentId: string, records: readonly CustomerRecord[]): void {
    tx.write(insertCustomers('$1', '$2'), [appointmentId, customerParameter(records)])
  },

  update(tx: Tx, appointmentId: string, { record, fieldVersions }: StoredCustomer): void {
    tx.write(
      `UPDATE customers SET record = $3, field_versions = $4, search_words = $5
       WHERE appointment_id = $1 AND id = $2`,
      [
        appointmentId,
        record.id,
        JSON.stringify(record),
        JSON.stringify(fieldVersions),
        customerWordsOf(record),
      ],
    )
  },

  /** Removes a customer and its tickets. */
  remove(tx: Tx, appointmentId: string, id: string): void {
    tx.write('DELETE FROM customers WHERE appointment_id = $1 AND id = $2', [appointmentId, id])
  },
})
export type Customers = ReturnType<typeof customersIn>
