import type { Broker } from '@appointments/broker'
import type { ServiceName } from '@appointments/contracts'
import type { Pool } from '@appointments/postgres'
import { purgeDeadLetters } from './purge-dead-letters.ts'

interface Erased {
  pool: Pool
  broker: Pick<Broker, 'purgeDeadLetters'>
  service: ServiceName
  /** The table with the erased appointments of the service, and its column with the time of the erasure. */
  table: 'appointments' | 'removed_appointments'
  erasedAt: 'erased_at' | 'removed_at'
}

/** A job that purges the dead letters about erased appointments, oldest first; true if there may be more. */
export const purgeLettersAboutAppointments = ({ pool, broker, service, table, erasedAt }: Erased) =>
  purgeDeadLetters<string>({
    broker,
    queue: service,
    async find(limit) {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE ${erasedAt} IS NOT NULL AND NOT dead_letters_purged
         ORDER BY ${erasedAt} LIMIT $1`,
        [limit],
      )
      return rows.map(({ id }) => id)
    },
    keyOf: (id) => id,
    mark: (id) => pool.query(`UPDATE ${table} SET dead_letters_purged = true WHERE id = $1`, [id]),
  })
