import type { Broker } from '@appointments/broker'
import type { Appointments } from '../repositories/appointments.ts'

const BATCH = 50

/** Purges the dead letters about removed appointments, so that nothing personal is left there; true where more wait. */
export const purgeDeadLetters =
  ({ appointments, broker }: { appointments: Appointments; broker: Broker }) =>
  async (): Promise<boolean> => {
    const removed = await appointments.toPurge(BATCH)
    for (const id of removed) {
      await broker.purgeDeadLetters('participants', id)
      await appointments.markPurged(id)
    }
    return removed.length === BATCH
  }
