import {
  actorOf,
  problem,
  type BookingOverride,
  type BookingWarning,
  type RosterSnapshot,
} from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { NewEvent } from '@appointments/outbox'
import { withRoster, type AppointmentCopy } from '../domain/appointment-copy.ts'
import { hasSameTime, policyFor, rejectsOverlaps, requireOverride } from '@appointments/appointment'
import type { RosterChange } from '../events.ts'
import type { ClaimedMember, Command, Deps } from './deps.ts'

/** The agent to assign, or the queue of which a free member is assigned. */
export type AssignmentTarget = { agentId: string } | { queueId: string }

export interface AssignAgent extends Command {
  to: AssignmentTarget
  override?: BookingOverride | undefined
  /** Whether the availability policy of the application applies without further settings. */
  followsPolicy?: boolean
}

/** How an assignment changes the roster, and its event. */
interface Assignment<Result> {
  purpose: 'REASSIGN' | 'JOIN'
  /**
   * @param agentId undefined as long as no member of the queue has been chosen
   * @returns the roster with the agent; the same object if nothing changes
   */
  decide: (current: AppointmentCopy, agentId: string | undefined) => RosterSnapshot
  eventOf: (
    change: RosterChange,
    more: { agentId: string; before: RosterSnapshot; overridden?: { overridden: string[] } | undefined },
  ) => NewEvent
  /** The result of the command, made in the transaction, because a keyed request stores the transaction's result. */
  resultOf: (whole: AppointmentCopy, agentId: string, warnings: readonly BookingWarning[]) => Result
}

const MOST_TRIES = 3

/** The roster or the time has changed since the agent was decided on, or the claim was ended. */
class ClaimVoid extends Error {}

/** An agent whose time is claimed if that is needed. */
interface Claimed extends ClaimedMember {
  /** The appointment that it was claimed for. */
  from: AppointmentCopy
}

type AssignDeps = Pick<
  Deps,
  'transaction' | 'appointments' | 'outbox' | 'claimSlot' | 'claimMember' | 'clock'
>

/**
 * Assigns an agent. If the application rejects double booking, the agent's time is claimed first: outside the
 * transaction, because a claim is a call to another service, and only if the command would succeed now. The same call
 * decides whether the calendar permits it, and chooses a member of a queue. A claim is for one version of the roster. If
 * the roster has changed when it is locked, or the claim was ended meanwhile, nothing is stored and the time is claimed
 * again.
 * @throws Problem SLOT_TAKEN, OUTSIDE_AVAILABILITY, QUEUE_NOT_FOUND, OVERRIDE_NOT_ALLOWED
 * @throws Problem UNAVAILABLE if other requests keep changing the roster
 */
export async function assignAgent<Result>(
  deps: AssignDeps,
  command: AssignAgent,
  { purpose, decide, eventOf, resultOf }: Assignment<Result>,
): Promise<Keyed<Result>> {
  const { transaction, appointments, outbox, clock } = deps
  const { caller, appointmentId, to, override } = command
  const agentId = 'agentId' in to ? to.agentId : undefined

  const claim = async (): Promise<Claimed> => {
    const from = await appointments.reach(caller, appointmentId)
    const isChange = decide(from, agentId) !== from.roster || agentId === undefined
    requireOverride(override, caller, from.calendar)
    if (agentId !== undefined && !isChange) return { from, agentId, warnings: [] }
    return { from, ...(await claimFor(deps, command, from, purpose)) }
  }

  const assign = (claimed: Claimed) =>
    transaction(
      async (tx) => {
        const current = await appointments.reachForChange(tx, caller, appointmentId)
        const { agentId: chosen, warnings, overridden } = claimed
        const roster = decide(current, chosen)
        if (roster === current.roster) return resultOf(current, chosen, [])
        if (!hasSameTime(claimed.from.appointment, current.appointment)) throw new ClaimVoid()
        if (rejectsOverlaps(current) && !isSame(claimed.from, current)) throw new ClaimVoid()
        const whole = withRoster(current, roster)
        appointments.update(tx, whole)
        const change = { whole, actor: actorOf(caller), at: clock.now() }
        const more = { agentId: chosen, before: current.roster, overridden: overridden && { overridden } }
        outbox.append(tx, eventOf(change, more))
        return resultOf(await appointments.named(tx, whole), chosen, warnings)
      },
      [appointmentId],
    )

  for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
    try {
      return await assign(await claim())
    } catch (error) {
      if (!(error instanceof ClaimVoid)) throw error
    }
  }
  throw problem('UNAVAILABLE', { retryAfter: 1, isPartial: true })
}

async function claimFor(
  { claimSlot, claimMember }: AssignDeps,
  { appointmentId, to, override, followsPolicy = false }: AssignAgent,
  from: AppointmentCopy,
  purpose: 'REASSIGN' | 'JOIN',
): Promise<ClaimedMember> {
  const { version: rosterVersion } = from.roster
  const isDecided =
    'queueId' in to || override !== undefined || policyFor(from.calendar, { followsPolicy }) !== 'OFF'
  if (isDecided)
    return claimMember({
      appointmentId,
      rosterVersion,
      purpose,
      followsPolicy,
      ...to,
      ...(override !== undefined && { override }),
    })
  if (rejectsOverlaps(from)) await claimSlot({ appointmentId, agentIds: [to.agentId], rosterVersion })
  return { agentId: to.agentId, warnings: [] }
}

/** Whether the roster is still the one of the claim, and the claim has not ended. */
const isSame = (claimed: AppointmentCopy, current: AppointmentCopy) =>
  rejectsOverlaps(claimed) &&
  claimed.roster.version === current.roster.version &&
  claimed.claimsEnded === current.claimsEnded
