import { SYSTEM } from '@appointments/contracts'
import type { NewEvent } from '@appointments/messaging'
import { changed, type StoredAppointment } from '../domain/appointment.ts'
import { judge } from '../domain/outcome.ts'
import { appointmentEvent } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'

const BATCH = 50

/**
 * Looks at the appointments that time alone may change: nobody came, the room closed, the room never opened.
 * Any number of replicas may do this; each appointment is judged under its lock.
 * @returns true when there may be more
 */
export const checkDueAppointments =
  ({ pool, transaction, outbox, clock }: Deps) =>
  async (): Promise<boolean> => {
    const ids = await appointments.due(pool, clock.now(), BATCH)
    for (const id of ids) {
      await transaction(async (tx) => {
        const stored = await appointments.lockForSystem(tx, id)
        if (!stored) return
        const now = clock.now()
        const judged = judgement(stored, now)
        await appointments.saveChecked(
          tx,
          judged ? { ...stored, appointment: judged.appointment } : stored,
          now,
        )
        if (judged) await outbox.append(tx, judged.event)
      })
    }
    return ids.length === BATCH
  }

function judgement(
  stored: StoredAppointment,
  now: Date,
): { appointment: StoredAppointment['appointment']; event: NewEvent } | undefined {
  const change = judge(stored, now)
  if (!change) return undefined
  if ('outcome' in change) {
    const appointment = changed(stored.appointment, stored.application, now, { outcome: change.outcome })
    return { appointment, event: appointmentEvent('APOutcomeEvent', appointment, SYSTEM, now, change) }
  }
  const appointment = changed(stored.appointment, stored.application, now, {
    state: 'ABORTED',
    epoch: stored.appointment.epoch + 1,
    ...(change.abort === 'INTERACTION_FAILED' && { outcome: 'FAILED' as const }),
  })
  return {
    appointment,
    event: appointmentEvent('APAbortedEvent', appointment, SYSTEM, now, { reason: change.abort }),
  }
}
