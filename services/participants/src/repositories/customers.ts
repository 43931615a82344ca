import type { CustomerRecord } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import type { StoredCustomer } from '../domain/customer-patch.ts'

interface Row {
  record: CustomerRecord
  field_versions: Record<string, number>
}

/** The insert of an appointment's customers; the parameters hold its id and their records as JSON. */
export const insertCustomers = (appointmentId: string, records: string) =>
  `INSERT INTO customers (appointment_id, id, record, field_versions)
   SELECT ${appointmentId}, record ->> 'id', record, '{}' FROM jsonb_array_elements(${records}::jsonb) AS record`

/** Contact details of customers. Callers reach the appointment first, which checks their access. */
export const customersIn = (pool: Sql) => ({
  async find(appointmentId: string, id: string, sql: Sql = pool): Promise<StoredCustomer | undefined> {
    const { rows } = await sql.query<Row>(
      'SELECT record, field_versions FROM customers WHERE appointment_id = $1 AND id = $2',
      [appointmentId, id],
    )
    return rows[0] && { record: rows[0].record, fieldVersions: rows[0].field_versions }
  },

  insert(tx: Tx, appointmentId: string, records: readonly CustomerRecord[]): void {
    tx.write(insertCustomers('$1', '$2'), [appointmentId, JSON.stringify(records)])
  },

  update(tx: Tx, appointmentId: string, { record, fieldVersions }: StoredCustomer): void {
    tx.write('UPDATE customers SET record = $3, field_versions = $4 WHERE appointment_id = $1 AND id = $2', [
      appointmentId,
      record.id,
      JSON.stringify(record),
      JSON.stringify(fieldVersions),
    ])
  },

  /** Removes a customer and its tickets. */
  remove(tx: Tx, appointmentId: string, id: string): void {
    tx.write('DELETE FROM customers WHERE appointment_id = $1 AND id = $2', [appointmentId, id])
  },
})
export type Customers = ReturnType<typeof customersIn>
