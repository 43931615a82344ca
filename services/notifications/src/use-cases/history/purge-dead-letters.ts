import { appointments } from '../../repositories/plan/appointments.ts'
import type { Deps } from '../deps.ts'

const BATCH = 50

/**
 * Purges the dead letters about erased appointments, because they contain erased data.
 * @returns true if more wait
 */
export const purgeDeadLetters =
  ({ pool, broker }: Pick<Deps, 'pool' | 'broker'>) =>
  async (): Promise<boolean> => {
    const erased = await appointments.toPurge(pool, BATCH)
    for (const id of erased) {
      await broker.purgeDeadLetters('notifications', id)
      await appointments.markPurged(pool, id)
    }
    return erased.length === BATCH
  }
