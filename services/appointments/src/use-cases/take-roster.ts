import { SYSTEM, type ChangeType, type RosterSnapshot } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import type { StoredAppointment } from '../domain/appointment.ts'
import { withDecisionEnded, withoutReservation } from '../domain/assignment.ts'
import { otherClaimsOf } from '../domain/other-claims.ts'
import { takeIn } from '../domain/outcome.ts'
import type { RosterChanged } from '../domain/recorded-change.ts'
import { claimsChanged, outcomeEvent } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import { unrecordedRosters } from '../repositories/unrecorded-rosters.ts'
import type { Deps } from './deps.ts'
import { publishChanges, recordRoster } from './publish-changes.ts'

/** A roster that the participants service has changed, with the type, author and time of the change. */
export interface RosterChange extends Omit<RosterChanged, 'type'> {
  roster: RosterSnapshot
  /** Absent if the roster was read before its event arrived. */
  type?: ChangeType
  /** The decision that it follows. */
  decisionId?: string | undefined
  /** Whether the decision was declined. */
  isDeclined?: boolean
}

/**
 * Stores a roster of the participants service and derives the outcome from it. A roster older than the stored one is
 * not stored, but the presence that it shows still counts. The change of a roster is recorded when its event arrives.
 * The roster decides whether an appointment of a queue still waits for a member.
 */
export const takeRoster =
  (deps: Pick<Deps, 'outbox' | 'clock' | 'onRecorded'>) =>
  async (
    tx: Tx,
    id: string,
    { roster, type, decisionId, isDeclined = false, ...change }: RosterChange,
  ): Promise<void> => {
    const stored = await appointments.lockForSystem(tx, id)
    if (!stored) {
      if (await appointments.isRemoved(tx, id)) return
      throw new Error(`appointment ${id} is unknown`)
    }
    const { actor, at } = change
    const now = deps.clock.now()
    const isOld = roster.version <= stored.roster.version
    if (type === undefined) unrecordedRosters.note(tx, id, stored.roster, roster)
    else {
      const recorded = isOld ? await unrecordedRosters.take(tx, id, roster) : undefined
      recordRoster(deps, tx, { stored, recorded, roster }, { ...change, type })
    }
    // presence counts from the time of the change, not from the arrival of the event
    const { stored: next, changes } = takeIn(stored, roster, { at: at < now ? at : now, now })
    const isDecided = decisionId !== undefined && otherClaimsOf(stored).decided?.id === decisionId
    if (isOld && changes.length === 0 && !hasShownMore(stored, next) && !isDecided) return
    const author = actor.role === undefined ? SYSTEM : actor
    const waiting = isDecided ? withDecisionEnded(next, decisionId, now) : withoutReservation(next)
    const declined = isDeclined ? decisionId : undefined
    const after = await appointments.saveRoster(tx, stored, waiting, now, declined)
    publishChanges(deps, tx, { before: stored, roster: after.roster }, [
      ...changes.map(({ appointment, byTime }) => outcomeEvent(appointment, byTime ? SYSTEM : author, now)),
      ...claimsChanged(stored, after, now),
    ])
  }

type Shown = Pick<StoredAppointment, 'customerJoinedAt' | 'allLeftAt'>

const hasShownMore = (before: Shown, after: Shown): boolean =>
  before.customerJoinedAt?.getTime() !== after.customerJoinedAt?.getTime() ||
  before.allLeftAt?.getTime() !== after.allLeftAt?.getTime()
