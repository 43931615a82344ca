import { appointments } from '../../repositories/plan/appointments.ts'
import { erasures } from '../../repositories/history/erasures.ts'
import type { Deps } from '../deps.ts'
import { eraseAppointment } from './erase-appointment.ts'

const OVERDUE_BATCH = 200

/**
 * Erases appointments that an older release removed without erasing them, and messages that were not delivered in
 * time.
 * @returns true if more wait
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
