import type { CustomerRecord } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { appointments, type AppointmentCopy } from '../../repositories/plan/appointments.ts'
import { erasures } from '../../repositories/history/erasures.ts'
import { type EraseDeps, sealUnfinished } from './sealed-source.ts'

/**
 * Erases a removed appointment immediately. Only cancellation messages and webhooks remain, each with its own
 * encrypted source, until they end.
 * @param known the appointment; absent if only its id is known
 */
export async function eraseAppointment(
  tx: Tx,
  deps: EraseDeps,
  id: string,
  known?: { appointment: AppointmentCopy; contacts: readonly CustomerRecord[] },
): Promise<void> {
  const now = deps.clock.now()
  if (known) await sealUnfinished(tx, deps, known.appointment, known.contacts)
  await deps.viewer?.takeOver(tx, id)
  erasures.eraseAppointment(tx, id)
  deps.forgetResponses(tx, id)
  appointments.markErased(tx, id, now)
}
