import type { Decision, DecisionRequest } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Tx } from '@appointments/postgres'
import { agentsWithClaims } from '../domain/other-claims.ts'
import type { StoredAppointment } from '../domain/stored-appointment.ts'
import { appointments } from '../repositories/appointments.ts'
import { candidates, NobodyFree, type Wish } from '../repositories/candidates.ts'
import { claimantOf } from '../repositories/bookings.ts'
import { SlotInQuestion, takenBy } from '../repositories/free-time.ts'
import { isoRange } from '../domain/occupied.ts'
import type { Deps } from './deps.ts'
import { agentLock, appointmentLock } from './locks.ts'

/** How often availability is asked for more members of a queue whose candidates were all taken. */
const MOST_ROUNDS = 4

/** The candidates of a decision, one of whom is taken. */
export interface Choice {
  decision: Decision
  /** The candidates of a decision that may be taken. */
  eligible: (decision: Decision) => Decision['candidates']
  /** Decides again, without these agents. */
  again: (exclude: readonly string[]) => Promise<Decision | undefined>
}

/** The choice among the candidates of a decision; once all of them are taken, the same question is asked without them. */
export const choiceOf = (
  { decide }: Pick<Deps, 'decide'>,
  question: DecisionRequest,
  decision: Decision,
  eligible: Choice['eligible'] = offeredOf,
): Choice => ({
  decision,
  eligible,
  again: (exclude) => decide({ ...question, exclude: [...(question.exclude ?? []), ...exclude] }),
})

interface Taking<Result> extends Choice {
  claimant: Wish['claimant']
  /** Runs under the lock of the agent, who is free. */
  work: (tx: Tx, agentId: string, decision: Decision) => Promise<Result>
  /** Runs before any candidate is locked. @returns further agents whose time the work changes */
  begin?: (tx: Tx) => Promise<readonly string[]>
  /** Further locks of the transaction. */
  locks?: readonly string[]
}

/**
 * Runs work with the first candidate of a decision who is free in the database.
 * @throws Problem SLOT_TAKEN if all candidates were taken meanwhile
 */
export async function takeCandidate<Result>(
  { transaction, clock }: Pick<Deps, 'transaction' | 'clock'>,
  { claimant, decision: first, eligible, again, work, begin, locks = [] }: Taking<Result>,
): Promise<Keyed<Result>> {
  const tried: string[] = []
  let rejection = takenBy([])
  for (let decision = first, round = 1; ; round += 1) {
    const wish = { claimant, candidates: eligible(decision), occupied: isoRange(decision.occupied) }
    const agentIds = wish.candidates.map(({ agentId }) => agentId)
    // a single candidate is waited for at once
    for (const waits of agentIds.length > 1 ? [false, true] : agentIds.map(() => true)) {
      try {
        return await transaction(
          async (tx) => {
            const also = (await begin?.(tx)) ?? []
            const agentId = await candidates.takeFirst(tx, { ...wish, also }, { waits }, clock.now())
            return work(tx, agentId, { ...decision, occupied: wish.occupied })
          },
          waits ? [...locks, ...agentIds.map((id) => agentLock(claimant.organizationId, id))] : locks,
        )
      } catch (error) {
        if (error instanceof NobodyFree) rejection = takenBy(error.blocks)
        else if (error instanceof SlotInQuestion) rejection = error
        else throw error
      }
    }
    tried.push(...agentIds)
    const next = decision.more && round < MOST_ROUNDS ? await again(tried) : undefined
    if (!next || eligible(next).length === 0) throw rejection
    decision = next
  }
}

/** Runs work with the first candidate who is free for an existing appointment, whose row it locks first. */
export const takeMember = <Result>(
  deps: Pick<Deps, 'transaction' | 'clock'>,
  { appointment }: StoredAppointment,
  choice: Choice,
  work: Taking<Result>['work'],
): Promise<Keyed<Result>> =>
  takeCandidate(deps, {
    ...choice,
    claimant: claimantOf(appointment),
    work,
    begin: async (tx) => {
      const current = await appointments.lockForSystem(tx, appointment.id)
      return current ? agentsWithClaims(current) : []
    },
    locks: [appointmentLock(appointment.id)],
  })

/** Candidates whom the calendar offers. */
export const offeredOf = ({ candidates: ranked }: Decision): Decision['candidates'] =>
  ranked.filter(({ offered }) => offered)
