import { actorOf, problem, type RosterSnapshot } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { NewEvent } from '@appointments/outbox'
import { withRoster, type AppointmentCopy } from '../domain/appointment-copy.ts'
import type { RosterChange } from '../events.ts'
import type { Command, Deps } from './deps.ts'

export interface AssignAgent extends Command {
  agentId: string
}

/** How an assignment changes the roster, and its event. */
interface Assignment<Result> {
  /** @returns the roster with the agent; the same object if nothing changes */
  decide: (current: AppointmentCopy) => RosterSnapshot
  eventOf: (change: RosterChange, before: RosterSnapshot) => NewEvent
  /** The result of the command, made in the transaction, because a keyed request stores the transaction's result. */
  resultOf: (whole: AppointmentCopy) => Result
}

const MOST_TRIES = 3

/** The roster has changed since the agent's time was claimed, or the claim was ended. */
class ClaimVoid extends Error {}

/**
 * Assigns an agent. If the application rejects double booking, the agent's time is claimed first: outside the
 * transaction, because a claim is a call to another service, and only if the command would succeed now. A claim is for one
 * version of the roster. If the roster has changed when it is locked, or the claim was ended meanwhile, nothing is stored
 * and the time is claimed again.
 * @throws Problem SLOT_TAKEN
 * @throws Problem UNAVAILABLE if other requests keep changing the roster
 */
export async function assignAgent<Result>(
  deps: Pick<Deps, 'transaction' | 'appointments' | 'outbox' | 'claimSlot' | 'clock'>,
  command: AssignAgent,
  { decide, eventOf, resultOf }: Assignment<Result>,
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
    transaction(
      async (tx) => {
        const current = await appointments.reachForChange(tx, caller, appointmentId)
        const roster = decide(current)
        if (roster === current.roster) return resultOf(current)
        if (refusesOverlaps(current) && !isSame(claimed, current)) throw new ClaimVoid()
        const whole = withRoster(current, roster)
        appointments.update(tx, whole)
        outbox.append(tx, eventOf({ whole, actor: actorOf(caller), at: clock.now() }, current.roster))
        return resultOf(whole)
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
  throw problem('UNAVAILABLE', { retryAfter: 1 })
}

const refusesOverlaps = ({ application }: AppointmentCopy) => application.overlapPolicy === 'REJECT'

/** Whether the roster is still the one of the claim, and the claim has not ended. */
const isSame = (claimed: AppointmentCopy, current: AppointmentCopy) =>
  refusesOverlaps(claimed) &&
  claimed.roster.version === current.roster.version &&
  claimed.claimsEnded === current.claimsEnded
