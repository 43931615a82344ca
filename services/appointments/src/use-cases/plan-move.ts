import { policyFor } from '@appointments/appointment'
import {
  hasRole,
  lengthOf,
  type AppointmentSnapshot,
  type AvailabilitySettings,
  type BookingOverride,
  type BookingWarning,
  type Caller,
  type Candidate,
  type DecisionRequest,
  type UnavailableReason,
} from '@appointments/contracts'
import type { StoredAppointment } from '../domain/appointment.ts'
import { unchecked, warningsOf } from '../domain/booking-policy.ts'
import { occupiedBy } from '../domain/occupied.ts'
import { rejectionOf } from '../domain/rejection.ts'
import type { Deps } from './deps.ts'
import { noDecision } from './no-decision.ts'

/** The effect of the calendar on a move, found before its transaction. */
export interface MovePlan {
  warnings: readonly BookingWarning[]
  /** The reasons that the caller has overridden. */
  overridden?: readonly UnavailableReason[]
  /** The organizer with its maxima, if the calendar is enforced. */
  candidates: readonly Candidate[]
}

export interface MoveToPlan {
  command: { caller: Caller; followsPolicy?: boolean; wanted: { override?: BookingOverride | undefined } }
  known: StoredAppointment
  /** The appointment at its new time. */
  draft: AppointmentSnapshot
  settings: AvailabilitySettings
}

/**
 * Asks availability about a move with the present organizer, if a policy applies.
 * @throws Problem OUTSIDE_AVAILABILITY, UNAVAILABLE if the calendar is enforced
 */
export async function planMove(
  { decide }: Pick<Deps, 'decide'>,
  { command, known, draft, settings }: MoveToPlan,
): Promise<MovePlan> {
  const policy = policyFor(settings, command)
  if (policy === 'OFF') return { warnings: [], candidates: [] }
  const { caller, wanted } = command
  const { organizerId } = known.roster
  const decision = await decide({
    ...moveQuestion(caller, known.appointment, draft),
    ...(organizerId !== undefined && { target: { agentId: organizerId } }),
  })
  const enforces = policy === 'ENFORCE' && wanted.override === undefined
  if (!decision) {
    if (enforces) throw noDecision()
    return { warnings: policy === 'WARN' ? [unchecked] : [], candidates: [] }
  }
  const isOffered = decision.verdict === 'FREE'
  // the database knows best whether an agent is free, and what blocks it
  if (enforces && !isOffered && !decision.onlyTaken) throw rejectionOf(caller, decision)
  return {
    warnings: policy === 'WARN' ? warningsOf(caller, decision.reasons) : [],
    candidates: enforces ? decision.candidates : [],
    ...(wanted.override !== undefined && !isOffered && { overridden: decision.reasons }),
  }
}

/** The question about the new time of an appointment, without the target that is asked about. */
export const moveQuestion = (
  caller: Caller,
  appointment: AppointmentSnapshot,
  draft: AppointmentSnapshot,
): DecisionRequest => ({
  applicationId: appointment.applicationId,
  purpose: 'MOVE',
  start: draft.start,
  end: draft.end,
  ...(appointment.serviceTypeId !== undefined && { serviceTypeId: appointment.serviceTypeId }),
  ignore: [{ type: 'APPOINTMENT', id: appointment.id }],
  occupied: occupiedBy(draft),
  bound: !hasRole(caller, 'ROLE_AGENT', 'ROLE_SUPERVISOR'),
  // the present duration is allowed even if the service type no longer offers it
  ...(lengthOf(draft.duration) !== lengthOf(appointment.duration) && { duration: draft.duration }),
})
