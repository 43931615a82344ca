import type { Broker } from '@appointments/broker'
import type { Pool } from '@appointments/postgres'
import { appointments } from '../repositories/appointments.ts'

const BATCH = 50

/** Purges dead letters about removed appointments, which may contain personal data; true if there may be more. */
export const purgeDeadLetters =
  ({ pool, broker }: { pool: Pool; broker: Pick<Broker, 'purgeDeadLetters'> }) =>
  async (): Promise<boolean> => {
    const removed = await appointments.toPurge(pool, BATCH)
    for (const id of removed) {
      await broker.purgeDeadLetters('appointments', id)
      await appointments.markPurged(pool, id)
    }
    return removed.length === BATCH
  }
