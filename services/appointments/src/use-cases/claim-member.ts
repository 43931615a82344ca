import { hasSameTime, policyFor, rejectsOverlaps, requireOpen } from '@appointments/appointment'
import {
  problem,
  type Candidate,
  type Decision,
  type DecisionRequest,
  type InternalRequest,
  type InternalResponse,
} from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { reasonWarnings, unchecked } from '../domain/booking-policy.ts'
import { occupiedBy } from '../domain/occupied.ts'
import { outsideFor, rejectionFor } from '../domain/rejection.ts'
import type { StoredAppointment } from '../domain/stored-appointment.ts'
import { claimsChanged } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'
import { bookings, claimantOf } from '../repositories/bookings.ts'
import { candidates } from '../repositories/candidates.ts'
import type { Deps } from './deps.ts'
import { agentLock, appointmentLock } from './locks.ts'
import { planAgainIfOutdated, PlanOutdated } from './plan-again.ts'
import { choiceOf, offeredOf, takeMember } from './take-candidate.ts'
import { noDecision } from './no-decision.ts'

/** Whom the participants service is about to assign, and how. */
type ClaimMember = InternalRequest<'claimMember'>

/** The agent whose time is claimed. */
type ClaimedMember = InternalResponse<'claimMember'>

/**
 * Chooses a member of a queue for an appointment, other than its present organizer, or decides about one agent, and
 * reserves its time if the application rejects double booking. If the appointment is moved meanwhile, it decides again.
 * Only staff assign agents, so errors have all details.
 * @throws Problem OUTSIDE_AVAILABILITY, SLOT_TAKEN, QUEUE_NOT_FOUND, APPOINTMENT_NOT_FOUND, INVALID_STATE
 * @throws Problem UNAVAILABLE if availability does not reply and is needed
 */
export const claimMember = (deps: Deps) => (command: ClaimMember) =>
  planAgainIfOutdated(() => decideAndClaim(deps, command))

/** @throws PlanOutdated if the appointment is moved after the decision */
async function decideAndClaim(deps: Deps, command: ClaimMember): Promise<ClaimedMember> {
  const { appointmentId, override } = command
  const [stored, settings] = await Promise.all([
    appointments.find(deps.pool, appointmentId),
    availabilitySettings.ofAppointment(deps.pool, appointmentId),
  ])
  if (!stored) throw problem('APPOINTMENT_NOT_FOUND')
  requireOpen(stored.appointment)
  const policy = policyFor(settings, command)
  const enforces = policy === 'ENFORCE' && override === undefined
  const question = questionOf(stored, command)
  const decision = await deps.decide(question)
  if (!decision) {
    if (enforces || 'queueId' in command) throw noDecision()
    await claim(deps, command, { known: stored, agentId: command.agentId })
    return { agentId: command.agentId, warnings: policy === 'WARN' ? [unchecked] : [] }
  }
  const isOffered = decision.verdict === 'FREE'
  const found = {
    warnings: policy === 'WARN' ? reasonWarnings(decision.reasons) : [],
    ...(override !== undefined && !isOffered && { overridden: decision.reasons }),
  }
  if ('queueId' in command) {
    if (!decision.known) throw problem('QUEUE_NOT_FOUND')
    return { agentId: await choose(deps, { command, stored, question, decision, enforces }), ...found }
  }
  // the database knows best whether an agent is free, and what blocks it
  if (enforces && !isOffered && !decision.onlyTaken) throw rejectionFor(decision, { enforces })
  await claim(deps, command, {
    known: stored,
    agentId: command.agentId,
    ...(enforces && { candidate: decision.candidates[0] }),
  })
  return { agentId: command.agentId, ...found }
}

function questionOf(
  { appointment, roster }: StoredAppointment,
  { purpose, ...to }: ClaimMember,
): DecisionRequest {
  const { organizerId } = roster
  const { requires } = appointment.assignment ?? {}
  return {
    applicationId: appointment.applicationId,
    purpose,
    start: appointment.start,
    end: appointment.end,
    target: 'queueId' in to ? { queueId: to.queueId } : { agentId: to.agentId },
    ...('queueId' in to && organizerId !== undefined && { exclude: [organizerId] }),
    ...('queueId' in to && requires && { requires }),
    ...(appointment.serviceTypeId !== undefined && { serviceTypeId: appointment.serviceTypeId }),
    ignore: [{ type: 'APPOINTMENT', id: appointment.id }],
    occupied: occupiedBy(appointment),
    bound: false,
  }
}

interface Choosing {
  command: ClaimMember
  stored: StoredAppointment
  question: DecisionRequest
  decision: Decision
  /** Whether the calendar decides. */
  enforces: boolean
}

/** Claims the time of the first member of the queue who is free. */
async function choose(deps: Deps, choosing: Choosing): Promise<string> {
  const { command, stored, question, decision, enforces } = choosing
  const eligible = enforces ? offeredOf : (one: Decision) => one.candidates
  const [first] = eligible(decision)
  if (!first) throw rejectionFor(decision, { enforces })
  const isProved = rejectsOverlaps(stored) && command.override !== 'OVERLAP'
  if (!isProved) {
    await claim(deps, command, { known: stored, agentId: first.agentId })
    return first.agentId
  }
  return takeMember(deps, stored, choiceOf(deps, question, decision, eligible), async (tx, agentId) => {
    await store(deps, tx, command, { known: stored, agentId })
    return agentId
  })
}

interface Wanted {
  /** The appointment that the decision was about. */
  known: StoredAppointment
  agentId: string
  /** The agent with its maxima, if the assignment must keep them. */
  candidate?: Candidate | undefined
}

const claim = (deps: Deps, command: ClaimMember, wanted: Wanted): Promise<void> =>
  deps.transaction(
    (tx) => store(deps, tx, command, wanted),
    [
      appointmentLock(command.appointmentId),
      agentLock(claimantOf(wanted.known.appointment).organizationId, wanted.agentId),
    ],
  )

async function store(
  { clock, newId, outbox }: Deps,
  tx: Tx,
  { appointmentId, rosterVersion, override }: ClaimMember,
  { known, agentId, candidate }: Wanted,
): Promise<void> {
  const stored = await appointments.lockForSystem(tx, appointmentId)
  if (!stored) throw problem('APPOINTMENT_NOT_FOUND')
  if (!hasSameTime(known.appointment, stored.appointment)) throw new PlanOutdated()
  const now = clock.now()
  const overlaps = override === 'OVERLAP'
  const made = { id: newId(), agentId, at: now.toISOString(), rosterVersion, ...(overlaps && { overlaps }) }
  const after = await bookings.claim(tx, stored, [made], now)
  if (candidate && !(await candidates.isBelowMaxima(tx, claimantOf(stored.appointment), candidate, now)))
    throw outsideFor(['LIMIT_REACHED'])
  if (after === stored) return
  appointments.keepOtherClaims(tx, after)
  outbox.append(tx, ...claimsChanged(stored, after, now))
}
