import { appointments } from '../../repositories/plan/appointments.ts'
import { erasures } from '../../repositories/history/erasures.ts'
import type { Deps } from '../deps.ts'
import { eraseAppointment } from './erase-appointment.ts'

const OVERDUE_BATCH = 200

/**
 * Erases what must not wait any longer: appointments that a release before this one removed and left for later, and
 * messages that did not get through in time. True if more wait.
 */
export const eraseOverdue = (deps: Deps) => async (): Promise<boolean> => {
  const { pool, transaction, clock } = deps
  for (const id of await appointments.removedAndKept(pool)) {
    await transaction(async (tx) => {
      appointments.lock(tx, id)
      const appointment = await appointments.find(tx, id)
      const contacts = await appointments.findContacts(tx, id)
      await eraseAppointment(tx, deps, id, appointment && { appointment, contacts })
    })
  }
  return (await erasures.endOverdue(pool, clock.now(), OVERDUE_BATCH)) === OVERDUE_BATCH
}
