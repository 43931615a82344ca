import type { Tx } from '@appointments/postgres'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'

/** Erases what is left of a removed appointment once its last message is done with. */
export async function eraseIfSettled(
  tx: Tx,
  { viewer, clock, forgetAnswers }: Pick<Deps, 'viewer' | 'clock' | 'forgetAnswers'>,
  appointmentId: string,
): Promise<void> {
  if (!(await appointments.claimErasure(tx, appointmentId, clock.now()))) return
  await viewer?.takeOver(tx, appointmentId)
  appointments.erase(tx, appointmentId)
  forgetAnswers(tx, appointmentId)
}

const BATCH = 50

/** Purges the dead letters about erased appointments; they carry what was erased. True where more wait. */
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
