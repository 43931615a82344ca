import type { Deps } from './deps.ts'

const BATCH = 50

/** Purges the dead letters about removed appointments, so that no personal data remains. @returns whether more wait */
export const purgeDeadLetters =
  ({ appointments, broker }: Pick<Deps, 'appointments' | 'broker'>) =>
  async (): Promise<boolean> => {
    const removed = await appointments.toPurge(BATCH)
    for (const id of removed) {
      await broker.purgeDeadLetters('participants', id)
      await appointments.markPurged(id)
    }
    return removed.length === BATCH
  }
