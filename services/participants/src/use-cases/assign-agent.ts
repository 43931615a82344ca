import { actorOf, problem, type RosterSnapshot } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { NewEvent } from '@appointments/outbox'
import { withRoster, type AppointmentCopy } from '../domain/appointment-copy.ts'
import type { RosterChange } from '../events.ts'
import type { Command, Deps } from './deps.ts'

export interface AssignAgent extends Command {
  agentId: string
}

/** How an assignment changes the roster, and the event that tells of it. */
interface Assignment<Result> {
  /** @returns the roster with the agent; the same one when nothing changes */
  decide: (current: AppointmentCopy) => RosterSnapshot
  tell: (change: RosterChange, before: RosterSnapshot) => NewEvent
  /** What the command results in. A keyed request keeps what the transaction returns, so it is made there. */
  resultOf: (whole: AppointmentCopy) => Result
}

const MOST_TRIES = 3

/** The roster has changed since the agent's time was claimed, or the claim was ended. */
class ClaimVoid extends Error {}

/**
 * Assigns an agent. Where the application refuses double booking the agent's time is claimed first: before the
 * transaction, because a claim is a call to another service, and only for a command that would be accepted as things
 * are. A claim counts for one version of the roster. If that has changed by the time it is locked, or the appointments
 * service was told meanwhile that no claim stands, nothing is stored and the time is claimed again.
 * @throws Problem SLOT_TAKEN
 * @throws Problem UNAVAILABLE when others kept changing the roster
 */
export async function assignAgent<Result>(
  deps: Pick<Deps, 'transaction' | 'appointments' | 'outbox' | 'claimSlot' | 'clock'>,
  command: AssignAgent,
  { decide, tell, resultOf }: Assignment<Result>,
): Promise<Keyed<Result>> {
  const { transaction, appointments, outbox, claimSlot, clock } = deps
  const { caller, appointmentId, agentId } = command

  const claim = async (): Promise<AppointmentCopy> => {
    const current = await appointments.reach(caller, appointmentId)
    if (refusesOverlaps(current) && decide(current) !== current.roster)
      await claimSlot({ appointmentId, agentIds: [agentId], rosterVersion: current.roster.version })
    return current
  }

  const assign = (claimed: AppointmentCopy) =>
    transaction(async (tx) => {
      const current = await appointments.reachForChange(tx, caller, appointmentId)
      const roster = decide(current)
      if (roster === current.roster) return resultOf(current)
      if (refusesOverlaps(current) && !isSame(claimed, current)) throw new ClaimVoid()
      const whole = withRoster(current, roster)
      appointments.update(tx, whole)
      outbox.append(tx, tell({ whole, actor: actorOf(caller), at: clock.now() }, current.roster))
      return resultOf(whole)
    })

  for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
    try {
      return await assign(await claim())
    } catch (error) {
      if (!(error instanceof ClaimVoid)) throw error
    }
  }
  throw problem('UNAVAILABLE', { retryAfter: 1 })
}

const refusesOverlaps = ({ application }: AppointmentCopy) => application.overlapPolicy === 'REJECT'

/** Whether what was claimed for is what there is, and the claim still counts. */
const isSame = (claimed: AppointmentCopy, current: AppointmentCopy) =>
  refusesOverlaps(claimed) &&
  claimed.roster.version === current.roster.version &&
  claimed.claimsEnded === current.claimsEnded
