import { SYSTEM, type Actor, type RosterSnapshot } from '@appointments/contracts'
import type { Outbox } from '@appointments/messaging'
import type { Tx } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import { changed } from '../domain/appointment.ts'
import { customerIsIn, outcomesOfPresence } from '../domain/outcome.ts'
import { appointmentEvent } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'

/**
 * Takes in a roster of the participants service and draws the outcome from it. An older snapshot than the one
 * on record is not stored, but what it shows of who was there still counts.
 */
export const takeRoster =
  ({ outbox, clock }: { outbox: Outbox; clock: Clock }) =>
  async (tx: Tx, id: string, roster: RosterSnapshot, actor: Actor): Promise<void> => {
    const stored = await appointments.lockForSystem(tx, id)
    if (!stored) {
      if (await appointments.isRemoved(tx, id)) return
      throw new Error(`appointment ${id} is not known`)
    }
    const now = clock.now()
    const newest = roster.version > stored.roster.version ? roster : stored.roster
    const joined = !stored.customerJoinedAt && customerIsIn(roster) ? { customerJoinedAt: now } : {}
    const outcomes = outcomesOfPresence(stored, { shown: roster, newest })
    if (newest !== roster && !('customerJoinedAt' in joined) && outcomes.length === 0) return
    const teller = actor.role === undefined ? SYSTEM : actor
    let { appointment } = stored
    for (const outcome of outcomes) {
      const { outcome: _, ...kept } = appointment
      appointment = changed({ ...kept, ...(outcome && { outcome }) }, stored.application, now, {})
      outbox.append(
        tx,
        appointmentEvent('APOutcomeEvent', appointment, teller, now, outcome ? { outcome } : {}),
      )
    }
    await appointments.saveRoster(tx, stored, { ...stored, ...joined, appointment, roster: newest }, now)
  }
