import { policyFor } from '@appointments/appointment'
import {
  hasRole,
  problem,
  type Application,
  type AvailabilitySettings,
  type BookingWarning,
  type Decision,
  type DecisionRequest,
  type UnavailableReason,
} from '@appointments/contracts'
import { unchecked, unknownQueue, warningsOf } from '../domain/booking-policy.ts'
import { rejectionOf } from '../domain/rejection.ts'
import type { Scheduled } from '../domain/schedule.ts'
import type { ScheduleAppointment } from '../domain/schedule-command.ts'
import type { Deps } from './deps.ts'
import { preferredAgents } from './preferred-agents.ts'
import { choiceOf, offeredOf, type Choice } from './take-candidate.ts'
import { noDecision } from './no-decision.ts'

/** The effect of the calendar on a booking, found before its transaction. */
export interface BookingPlan {
  warnings: readonly BookingWarning[]
  /** The reasons that the caller has overridden. */
  overridden?: readonly UnavailableReason[]
  /** One of these agents is booked, if it is free. */
  choice?: Choice
  /** The queue that serves the appointment. Without a free member, a booking waits, unless the policy is ENFORCE. */
  queue?: { id: string; mayWait: boolean; reason?: string }
}

interface Booking {
  command: ScheduleAppointment
  /** The appointment that the request would create without a decision. */
  drafted: Scheduled
  application: Application
  settings: AvailabilitySettings
}

/**
 * Asks availability about a booking if a policy applies or its target is a queue.
 * @throws Problem OUTSIDE_AVAILABILITY, SLOT_TAKEN, QUEUE_NOT_FOUND, UNAVAILABLE if the calendar is enforced
 * @throws Problem UNKNOWN_REFERENCE if it follows an appointment that the caller cannot reach
 */
export async function planBooking(
  deps: Pick<Deps, 'decide' | 'pool'>,
  booking: Booking,
): Promise<BookingPlan> {
  const { command, settings } = booking
  const { caller } = command
  const prefer = await preferredAgents(deps, caller, command)
  const policy = policyFor(settings, command)
  const question = questionOf(booking, prefer)
  const queueId = question.target && 'queueId' in question.target ? question.target.queueId : undefined
  if (policy === 'OFF' && queueId === undefined) return { warnings: [] }
  const enforces = policy === 'ENFORCE' && command.override === undefined
  // an override waives the calendar, but the appointment still needs a member
  const mayWait = policy !== 'ENFORCE'
  const decision = await deps.decide(question)
  if (!decision) {
    if (enforces || (queueId !== undefined && !mayWait)) throw noDecision()
    return {
      warnings: policy === 'WARN' ? [unchecked] : [],
      ...(queueId !== undefined && { queue: { id: queueId, mayWait, reason: unchecked.code } }),
    }
  }
  if (queueId !== undefined && !decision.known) {
    if (enforces) throw problem('QUEUE_NOT_FOUND')
    return { warnings: policy === 'WARN' ? [unknownQueue] : [] }
  }
  const isOffered = decision.verdict === 'FREE'
  // the database knows best whether an agent is free, and what blocks it
  const isForDatabase = decision.onlyTaken && queueId === undefined
  const eligible = enforces && !isForDatabase ? offeredOf : (one: Decision) => one.candidates
  const isRejected =
    queueId === undefined
      ? enforces && !isOffered && !isForDatabase
      : !mayWait && eligible(decision).length === 0
  if (isRejected) throw rejectionOf(caller, decision, { enforces })
  const [reason = 'NOBODY_FREE'] = decision.reasons
  return {
    warnings: policy === 'WARN' ? warningsOf(caller, decision.reasons) : [],
    ...(command.override !== undefined && !isOffered && { overridden: decision.reasons }),
    ...(queueId !== undefined && { queue: { id: queueId, mayWait, reason } }),
    ...((queueId !== undefined || (enforces && question.target)) && {
      choice: choiceOf(deps, question, decision, eligible),
    }),
  }
}

function questionOf({ command, drafted, application }: Booking, prefer: string[]): DecisionRequest {
  const { appointment, roster } = drafted
  const { caller, serviceTypeId } = command
  const queue = appointment.targetAssignment?.type === 'QUEUE' ? appointment.targetAssignment : undefined
  const target = queue
    ? { queueId: queue.id }
    : roster.organizerId !== undefined && { agentId: roster.organizerId }
  return {
    applicationId: application.id,
    purpose: 'BOOK',
    start: appointment.start,
    end: appointment.end,
    ...(target && { target }),
    bound: !hasRole(caller, 'ROLE_AGENT', 'ROLE_SUPERVISOR'),
    duration: appointment.duration,
    ...(serviceTypeId !== undefined && { serviceTypeId }),
    ...(prefer.length > 0 && { prefer }),
  }
}
