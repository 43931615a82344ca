import { SYSTEM, type Actor, type RosterSnapshot } from '@appointments/contracts'
import type { Outbox } from '@appointments/outbox'
import type { Tx } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import type { StoredAppointment } from '../domain/appointment.ts'
import { takeIn } from '../domain/outcome.ts'
import { outcomeEvent } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'

/** What the participants service publishes: a roster, who changed it, and when. */
export interface RosterNews {
  roster: RosterSnapshot
  actor: Actor
  at: Date
}

/**
 * Takes in a roster of the participants service and draws the outcome from it. An older snapshot than the one
 * on record is not stored, but what it shows of who was there still counts.
 */
export const takeRoster =
  ({ outbox, clock }: { outbox: Outbox; clock: Clock }) =>
  async (tx: Tx, id: string, { roster, actor, at }: RosterNews): Promise<void> => {
    const stored = await appointments.lockForSystem(tx, id)
    if (!stored) {
      if (await appointments.isRemoved(tx, id)) return
      throw new Error(`appointment ${id} is not known`)
    }
    const now = clock.now()
    // presence counts from when it came about, not from when the event arrived
    const { stored: next, changes } = takeIn(stored, roster, { at: at < now ? at : now, now })
    const isOld = roster.version <= stored.roster.version
    if (isOld && changes.length === 0 && !hasShownMore(stored, next)) return
    const teller = actor.role === undefined ? SYSTEM : actor
    for (const { appointment, byTime } of changes)
      outbox.append(tx, outcomeEvent(appointment, byTime ? SYSTEM : teller, now))
    await appointments.saveRoster(tx, stored, next, now)
  }

type Shown = Pick<StoredAppointment, 'customerJoinedAt' | 'allLeftAt'>

const hasShownMore = (before: Shown, after: Shown): boolean =>
  before.customerJoinedAt?.getTime() !== after.customerJoinedAt?.getTime() ||
  before.allLeftAt?.getTime() !== after.allLeftAt?.getTime()
