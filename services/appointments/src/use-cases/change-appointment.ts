import { agentsOf, rejectsOverlaps, requireVersion } from '@appointments/appointment'
import { actorOf, type Caller } from '@appointments/contracts'
import { readAgain, type Keyed } from '@appointments/idempotency'
import type { NewEvent } from '@appointments/outbox'
import type { Tx } from '@appointments/postgres'
import { type StoredAppointment } from '../domain/appointment.ts'
import type { AssignPolicy } from '../domain/assignment.ts'
import type { PendingAssignment } from '../domain/unsettled.ts'
import { claimsChanged } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import { claimantOf } from '../repositories/bookings.ts'
import type { Deps } from './deps.ts'
import { agentLock, appointmentLock } from './locks.ts'
import { publishChanges } from './publish-changes.ts'

/** The appointment to change, the caller, and the versions in its If-Match header. */
export interface ChangeOf {
  id: string
  caller: Caller
  ifMatch?: number[] | undefined
}

/** How a change is made. */
interface Making {
  /** Whether it may book its agents at another time. */
  moves?: boolean
  /** Runs when the appointment is locked and the decision was made, before it is stored. */
  beforeStored?: (tx: Tx, now: Date) => Promise<void>
  /** Runs after it is stored, when the agents whose time it takes are locked. */
  afterStored?: (tx: Tx, stored: StoredAppointment, now: Date) => Promise<void>
  /** Runs the change. Pass this if an agent must be chosen in the same transaction; by default none is. */
  choosing?: Choosing
}

export type Choosing = (
  change: (tx: Tx, chosen: Chosen) => Promise<StoredAppointment>,
) => Promise<Keyed<StoredAppointment>>

/** An agent whose time was found free, and locked. */
export interface Chosen {
  agentId: string
  assign: AssignPolicy
}

/** The result of a change: the appointment afterwards and the events to publish. */
interface Decision {
  after: StoredAppointment
  events: readonly NewEvent[]
  /** The time of a member who replaces the organizer. */
  claim?: PendingAssignment | undefined
}

/** The locks of the agents whose time the appointment occupies exclusively, if it is open. */
const agentLocksOf = (stored: StoredAppointment): string[] => {
  const { organizationId } = claimantOf(stored.appointment)
  const isExclusive = rejectsOverlaps(stored)
  return isExclusive ? agentsOf(stored.roster).map(({ id }) => agentLock(organizationId, id)) : []
}

/**
 * The steps of every change of an appointment: lock it for the caller, decide, compare versions, store, publish. If
 * the decision is undefined, nothing is stored or published. The appointment is read again for the response, after
 * the other services have applied the change; if it was erased meanwhile, the response shows it as it was stored.
 */
export async function changeAppointment(
  deps: Deps,
  { id, caller, ifMatch }: ChangeOf,
  decide: (
    stored: StoredAppointment,
    now: Date,
    actor: ReturnType<typeof actorOf>,
    chosen?: Chosen,
  ) => Decision | undefined,
  { moves = false, beforeStored, afterStored, choosing }: Making = {},
): Promise<Keyed<StoredAppointment>> {
  const { pool, transaction, clock } = deps
  const outcome = { isChanged: false }
  const change = async (tx: Tx, chosen?: Chosen) => {
    outcome.isChanged = false // an earlier attempt of this transaction may have set it
    const stored = await appointments.lock(tx, caller, id)
    const now = clock.now()
    const decision = decide(stored, now, actorOf(caller), chosen)
    // compared after the decision, so that an invalid change gets a specific error rather than VERSION_MISMATCH
    requireVersion(stored, ifMatch)
    if (!decision) return stored
    await beforeStored?.(tx, now)
    const after = await appointments.save(tx, stored, decision.after, now, decision.claim)
    await afterStored?.(tx, after, now)
    publishChanges(deps, tx, { before: stored, roster: after.roster }, [
      ...decision.events,
      ...claimsChanged(stored, after, now),
    ])
    outcome.isChanged = true
    return after
  }
  const agentLocks = moves && !choosing ? agentLocksOf(await appointments.read(pool, caller, id)) : []
  const result = choosing
    ? await choosing(change)
    : await transaction((tx) => change(tx), [appointmentLock(id), ...agentLocks])
  if (!outcome.isChanged) return result
  // the change may have taken the appointment away from the caller, whose access was checked under the lock
  const latest = await appointments.find(pool, id)
  return latest ? readAgain(result, latest) : result
}
