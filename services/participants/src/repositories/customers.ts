import type { CustomerRecord } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { StoredCustomer } from '../domain/customer-patch.ts'

interface Row {
  record: CustomerRecord
  field_versions: Record<string, number>
}

/** Contact details of customers. They are asked for after the appointment was reached, which is the check. */
export const customersIn = (pool: Sql) => ({
  async find(appointmentId: string, id: string, sql: Sql = pool): Promise<StoredCustomer | undefined> {
    const { rows } = await sql.query<Row>(
      'SELECT record, field_versions FROM customers WHERE appointment_id = $1 AND id = $2',
      [appointmentId, id],
    )
    return rows[0] && { record: rows[0].record, fieldVersions: rows[0].field_versions }
  },

  async insert(tx: Sql, appointmentId: string, records: readonly CustomerRecord[]): Promise<void> {
    await tx.query(
      `INSERT INTO customers (appointment_id, id, record, field_versions)
       SELECT $1, record ->> 'id', record, '{}' FROM jsonb_array_elements($2::jsonb) AS record`,
      [appointmentId, JSON.stringify(records)],
    )
  },

  async update(tx: Sql, appointmentId: string, { record, fieldVersions }: StoredCustomer): Promise<void> {
    await tx.query(
      'UPDATE customers SET record = $3, field_versions = $4 WHERE appointment_id = $1 AND id = $2',
      [appointmentId, record.id, JSON.stringify(record), JSON.stringify(fieldVersions)],
    )
  },

  /** Removes a customer and, with it, its tickets. */
  async remove(tx: Sql, appointmentId: string, id: string): Promise<void> {
    await tx.query('DELETE FROM customers WHERE appointment_id = $1 AND id = $2', [appointmentId, id])
  },
})
export type Customers = ReturnType<typeof customersIn>
