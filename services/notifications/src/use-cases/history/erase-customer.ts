import type { CustomerRecord } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import type { AppointmentCopy } from '../../repositories/plan/appointments.ts'
import { erasures } from '../../repositories/history/erasures.ts'
import { type EraseDeps, sealUnfinished } from './sealed-source.ts'

/**
 * Erases a customer who was removed from an appointment; the message about the removal keeps an encrypted source.
 */
export async function eraseCustomer(
  tx: Tx,
  deps: EraseDeps,
  known: AppointmentCopy,
  { contacts, participantId }: { contacts: readonly CustomerRecord[]; participantId: string },
): Promise<void> {
  await sealUnfinished(tx, deps, known, contacts, participantId)
  await deps.viewer?.takeOver(tx, known.whole.appointment.id, participantId)
  erasures.eraseCustomer(tx, known.whole.appointment.id, participantId)
}
