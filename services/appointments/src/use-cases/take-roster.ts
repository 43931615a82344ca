import { SYSTEM, type Actor, type RosterSnapshot } from '@appointments/contracts'
import type { Outbox } from '@appointments/messaging'
import type { Sql } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import { changed } from '../domain/appointment.ts'
import { customerIsIn, outcomeOfPresence } from '../domain/outcome.ts'
import { appointmentEvent } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'

/**
 * Takes in a roster of the participants service and draws the outcome from it. An older snapshot than the one
 * on record is not stored, but what it shows of who was there still counts.
 */
export const takeRoster =
  ({ outbox, clock }: { outbox: Outbox; clock: Clock }) =>
  async (tx: Sql, id: string, roster: RosterSnapshot, actor: Actor): Promise<void> => {
    const stored = await appointments.lockForSystem(tx, id)
    if (!stored) {
      if (await appointments.isRemoved(tx, id)) return
      throw new Error(`appointment ${id} is not known`)
    }
    const now = clock.now()
    const outcome = outcomeOfPresence(stored, roster)
    const isNewer = roster.version > stored.roster.version
    if (!isNewer && outcome === undefined) return
    const { outcome: before, ...kept } = stored.appointment
    const appointment =
      outcome === undefined
        ? stored.appointment
        : changed({ ...kept, ...(outcome && { outcome }) }, stored.application, now, {})
    await appointments.saveRoster(
      tx,
      {
        ...stored,
        appointment,
        roster: isNewer ? roster : stored.roster,
        ...(!stored.customerJoinedAt && customerIsIn(roster) && { customerJoinedAt: now }),
      },
      now,
    )
    if (outcome === undefined || outcome === before) return
    const teller = actor.role === undefined ? SYSTEM : actor
    await outbox.append(
      tx,
      appointmentEvent('APOutcomeEvent', appointment, teller, now, outcome === null ? {} : { outcome }),
    )
  }
