import { hasSameTime, policyFor, queueOf, rejectsOverlaps } from '@appointments/appointment'
import type { Candidate, Decision, DecisionRequest } from '@appointments/contracts'
import { unchecked, warningsOf } from '../domain/booking-policy.ts'
import { otherClaimsOf } from '../domain/other-claims.ts'
import { rejectionOf } from '../domain/rejection.ts'
import type { Service } from '../domain/serve-moved.ts'
import type { Deps } from './deps.ts'
import { moveQuestion, planMove, type MovePlan, type MoveToPlan } from './plan-move.ts'
import { choiceOf, offeredOf, type Choice } from './take-candidate.ts'
import { noDecision } from './no-decision.ts'

/** A way to serve an appointment at its new time. */
export type Attempt = { service: Service; candidates: readonly Candidate[] } | { choice: Choice }

/** The effect of the calendar on a move, with the ways to serve it: each is tried if the one before finds no free time. */
export interface QueueMovePlan extends Omit<MovePlan, 'candidates'> {
  attempts: readonly (() => Promise<Attempt | undefined>)[]
}

const now = (attempt: Attempt) => () => Promise.resolve(attempt)
const organizer = (candidates: readonly Candidate[]) => now({ service: { by: 'ORGANIZER' }, candidates })

/**
 * Plans a move. An appointment of a queue keeps its organizer if that is free, and otherwise gets another member. An
 * appointment without an organizer gets a reservation at its new time.
 * @throws Problem OUTSIDE_AVAILABILITY, SLOT_TAKEN, UNAVAILABLE if the calendar is enforced
 */
export async function planQueueMove(deps: Pick<Deps, 'decide'>, move: MoveToPlan): Promise<QueueMovePlan> {
  const { known, draft, command, settings } = move
  const queueId = queueOf(known)
  if (queueId === undefined || hasSameTime(draft, known.appointment) || otherClaimsOf(known).decided)
    return plannedAsAgent(deps, move)
  if (known.roster.organizerId === undefined) return placeWaiting(deps, move, queueId)
  if (policyFor(settings, command) === 'ENFORCE' && command.wanted.override === undefined)
    return planEnforced(deps, move, queueId)
  const { attempts, ...plan } = await plannedAsAgent(deps, move)
  const isProved = rejectsOverlaps(known) && command.wanted.override !== 'OVERLAP'
  const exchange = async (): Promise<Attempt | undefined> => {
    const question = questionOf(move, queueId, { excludesOrganizer: true })
    const decision = await deps.decide(question)
    return decision && choosing(deps, question, decision, (one) => one.candidates)
  }
  return { ...plan, attempts: isProved ? [...attempts, exchange] : attempts }
}

async function plannedAsAgent(deps: Pick<Deps, 'decide'>, move: MoveToPlan): Promise<QueueMovePlan> {
  const { candidates, ...plan } = await planMove(deps, move)
  return { ...plan, attempts: [organizer(candidates)] }
}

/** Under ENFORCE, the organizer stays only if its calendar offers the time. */
async function planEnforced(
  deps: Pick<Deps, 'decide'>,
  move: MoveToPlan,
  queueId: string,
): Promise<QueueMovePlan> {
  const { command, known } = move
  const question = questionOf(move, queueId, { excludesOrganizer: false })
  const decision = await deps.decide(question)
  if (!decision) throw noDecision()
  // the directory does not have the queue
  if (!decision.known) return plannedAsAgent(deps, move)
  if (decision.verdict !== 'FREE') throw rejectionOf(command.caller, decision)
  const { organizerId = '' } = known.roster
  const own = offeredOf(decision).filter(({ agentId }) => agentId === organizerId)
  const others = choosing(deps, { ...question, exclude: [organizerId] }, decision, (one) =>
    offeredOf(one).filter(({ agentId }) => agentId !== organizerId),
  )
  return {
    warnings: [],
    attempts: [...(own.length > 0 ? [organizer(own)] : []), ...(others ? [now(others)] : [])],
  }
}

/** An appointment without an organizer: a member is reserved at the new time, or none yet if the policy is not ENFORCE. */
async function placeWaiting(
  deps: Pick<Deps, 'decide'>,
  move: MoveToPlan,
  queueId: string,
): Promise<QueueMovePlan> {
  const { command, known, settings } = move
  const { override } = command.wanted
  const policy = policyFor(settings, command)
  const enforces = policy === 'ENFORCE' && override === undefined
  // an override waives the calendar, but the appointment still needs a member
  const mayWait = policy !== 'ENFORCE'
  const question = questionOf(move, queueId, { excludesOrganizer: false })
  const decision = await deps.decide(question)
  if (!decision && !mayWait) throw noDecision()
  const warns = policy === 'WARN'
  const waits = (reason: string): Attempt => ({
    service: { by: 'NOBODY', reason, assign: decision?.assign },
    candidates: [],
  })
  if (!decision) return { warnings: warns ? [unchecked] : [], attempts: [now(waits(unchecked.code))] }
  const eligible = enforces ? offeredOf : (one: Decision) => one.candidates
  const choice = choosing(deps, question, decision, eligible)
  if (!choice && !mayWait) throw rejectionOf(command.caller, decision, { enforces })
  const [first] = eligible(decision)
  const isProved = rejectsOverlaps(known) && override !== 'OVERLAP'
  const unproved: Attempt | undefined = first && {
    service: { by: 'MEMBER', agentId: first.agentId, assign: decision.assign },
    candidates: [],
  }
  const chosen = isProved ? choice : unproved
  const reason = decision.known ? (decision.reasons[0] ?? 'NOBODY_FREE') : 'QUEUE_NOT_FOUND'
  return {
    warnings: warns ? warningsOf(command.caller, decision.reasons) : [],
    ...(override !== undefined && decision.verdict !== 'FREE' && { overridden: decision.reasons }),
    attempts: [...(chosen ? [now(chosen)] : []), ...(mayWait ? [now(waits(reason))] : [])],
  }
}

/** The attempt to take one of the members whom a decision permits; undefined if there are none. */
const choosing = (
  deps: Pick<Deps, 'decide'>,
  question: DecisionRequest,
  decision: Decision,
  eligible: Choice['eligible'],
): Attempt | undefined =>
  eligible(decision).length === 0 ? undefined : { choice: choiceOf(deps, question, decision, eligible) }

function questionOf(
  { command, known, draft }: MoveToPlan,
  queueId: string,
  { excludesOrganizer }: { excludesOrganizer: boolean },
): DecisionRequest {
  const { appointment, roster } = known
  const { organizerId } = roster
  const preferred = organizerId ?? otherClaimsOf(known).reserved
  return {
    ...moveQuestion(command.caller, appointment, draft),
    target: { queueId },
    ...(excludesOrganizer && organizerId !== undefined
      ? { exclude: [organizerId] }
      : preferred !== undefined && { prefer: [preferred] }),
    ...(appointment.assignment?.requires && { requires: appointment.assignment.requires }),
  }
}
