import { awaitsMember, isOpen, rejectsOverlaps } from '@appointments/appointment'
import { SYSTEM } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { withAssignment, withDecided, withNewAssignment, withoutReservation } from '../domain/assignment.ts'
import { otherClaimsOf, withOtherClaims } from '../domain/other-claims.ts'
import type { StoredAppointment } from '../domain/stored-appointment.ts'
import { appointmentEvent, claimsChanged } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'
import { appointmentLock } from './locks.ts'
import { publishChanges } from './publish-changes.ts'

/* The state of an assignment is stored with its event and the agents whose time it occupies. */

type StoreDeps = Pick<Deps, 'transaction' | 'outbox' | 'clock' | 'newId' | 'onRecorded'>

/** A search for a member of a queue. */
export interface Search {
  id: string
  /** The lease on the appointment: the time of its next search, set by this one when it began. */
  until: Date
}

/**
 * Locks the appointment of a search. Returns undefined if a move, a calendar change or another replica has set the time
 * of the next search meanwhile: this one has asked about a state that is no longer current.
 */
async function lockSearched(tx: Tx, { id, until }: Search): Promise<StoredAppointment | undefined> {
  const stored = await appointments.lockForSystem(tx, id)
  return stored?.assignAt?.getTime() === until.getTime() ? stored : undefined
}

/** Whether an appointment waits for a member of its queue. */
export const waits = (stored: StoredAppointment): boolean =>
  isOpen(stored.appointment) && awaitsMember(stored)

/** A member for an appointment. */
export interface Member {
  agentId: string
  /** Until then its time is only reserved; absent: it becomes the organizer now. */
  until?: Date | undefined
  /** How long before the start the queue assigns its members. */
  lead?: string | undefined
}

/**
 * Reserves the time of a member, or asks the participants service to make it the organizer. Does nothing if the
 * appointment no longer waits for one, its next search was set meanwhile, or another replica has decided meanwhile.
 * @throws Problem SLOT_TAKEN
 */
export async function storeMember(
  deps: StoreDeps,
  tx: Tx,
  search: Search,
  { agentId, until, lead }: Member,
): Promise<void> {
  const stored = await lockSearched(tx, search)
  if (!stored || !waits(stored)) return
  const { decided: pending } = otherClaimsOf(stored)
  if (pending && rejectsOverlaps(stored)) return
  const now = deps.clock.now()
  const change = { state: 'PENDING' as const, reason: undefined, ...(lead !== undefined && { lead }) }
  if (until) {
    const waiting = withAssignment(stored, { ...change, dueAt: until.toISOString() }, now)
    const reserved = withOtherClaims({ ...waiting, assignAt: until }, { reserved: agentId })
    const after = await appointments.saveAssignment(tx, stored, reserved, now)
    publish(deps, tx, { before: stored, after }, { decisionId: deps.newId() })
    return
  }
  // a decision has a separate version, so that it can be ended by this version
  const waiting = withNewAssignment(stored, change, now)
  const { against } = stored.appointment.assignment ?? {}
  const decided = { id: deps.newId(), agentId, at: now.toISOString() }
  const claim = { ...decided, decided: waiting.appointment.version }
  const after = await appointments.saveAssignment(tx, stored, withDecided(waiting, decided, now), now, claim)
  const more = { decisionId: decided.id, agentId, ...(against !== undefined && { against }) }
  publish(deps, tx, { before: stored, after }, more)
}

/**
 * Stores a change of a waiting assignment that occupies no other agent's time. Does nothing if the next search was set
 * meanwhile.
 */
export async function storeWaiting(
  deps: StoreDeps,
  search: Search,
  change: (current: StoredAppointment, now: Date) => StoredAppointment,
): Promise<void> {
  await deps.transaction(
    async (tx) => {
      const stored = await lockSearched(tx, search)
      if (!stored) return
      const now = deps.clock.now()
      const changed = waits(stored) ? change(stored, now) : withoutReservation(stored)
      const after = await appointments.saveAssignment(tx, stored, changed, now)
      publish(deps, tx, { before: stored, after }, { decisionId: deps.newId() })
    },
    [appointmentLock(search.id)],
  )
}

function publish(
  deps: StoreDeps,
  tx: Tx,
  { before, after }: { before: StoredAppointment; after: StoredAppointment },
  more: { decisionId: string; agentId?: string; against?: string },
): void {
  const now = deps.clock.now()
  const { appointment, roster } = after
  const isDecided = appointment.version !== before.appointment.version
  publishChanges(deps, tx, { before, roster }, [
    ...(isDecided ? [appointmentEvent('APAssignmentDecidedEvent', appointment, SYSTEM, now, more)] : []),
    ...claimsChanged(before, after, now),
  ])
}
