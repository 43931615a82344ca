import type { Sql } from '@appointments/postgres'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'

/**
 * Erases what is left of a removed appointment once its last message is done with.
 * @returns whether it was erased now
 */
export async function eraseIfSettled(
  tx: Sql,
  { viewer, clock, forgetAnswers }: Pick<Deps, 'viewer' | 'clock' | 'forgetAnswers'>,
  appointmentId: string,
): Promise<boolean> {
  if (!(await appointments.claimErasure(tx, appointmentId, clock.now()))) return false
  await viewer?.takeOver(tx, appointmentId)
  await appointments.erase(tx, appointmentId)
  await forgetAnswers(tx, appointmentId)
  return true
}

/** Removes dead letters about an erased appointment; they carry what was erased. */
export const purgeDeadLetters = async (
  { broker, log }: Pick<Deps, 'broker' | 'log'>,
  appointmentId: string,
): Promise<void> => {
  await broker
    .purgeDeadLetters('notifications', appointmentId)
    .catch((error: unknown) =>
      log.warn({ err: error }, 'dead letters of an erased appointment were not purged'),
    )
}
