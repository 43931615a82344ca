import type { StoredAssignment } from '@appointments/contracts'
import { queueOf } from '@appointments/appointment'
import { dueAt, leadOf, nextTry, pending, withDecided, type AssignPolicy } from './assignment.ts'
import { otherClaimsOf, withOtherClaims } from './other-claims.ts'
import type { StoredAppointment } from './stored-appointment.ts'
import type { PendingAssignment } from './unsettled.ts'

/** Who serves an appointment at its new time. */
export type Service =
  /** Its organizer. */
  | { by: 'ORGANIZER' }
  /** A member of its queue. */
  | { by: 'MEMBER'; agentId: string; assign: AssignPolicy }
  /** It waits for a member of its queue. */
  | { by: 'NOBODY'; reason: string; assign: AssignPolicy }

/** A moved appointment with the agents of its new time, and the claim of a member who becomes the organizer now. */
export interface ServedAppointment {
  stored: StoredAppointment
  claim?: PendingAssignment | undefined
}

const withState = (stored: StoredAppointment, assignment: StoredAssignment): StoredAppointment => ({
  ...stored,
  appointment: { ...stored.appointment, assignment },
})

interface MoveContext {
  newId: () => string
  now: Date
  /** Whether the move overrides the calendar or is exempt from it. */
  overridesCalendar: boolean
}

/**
 * The appointment as it is served at its new time, in the version of the move. If a member was already decided on, that
 * member stays, and its claim moves with the appointment.
 */
export function served(
  moved: StoredAppointment,
  service: Service,
  { newId, now, overridesCalendar }: MoveContext,
): ServedAppointment {
  const { organizerId } = moved.roster
  const queueId = queueOf(moved)
  const { assignment, start } = moved.appointment
  if (queueId === undefined || otherClaimsOf(moved).decided) return { stored: moved }
  if (service.by === 'ORGANIZER' || (service.by === 'MEMBER' && service.agentId === organizerId)) {
    const isKept = organizerId !== undefined && assignment?.against === organizerId
    const kept: StoredAssignment = {
      state: 'ASSIGNED',
      queueId,
      ...(assignment?.requires && { requires: assignment.requires }),
    }
    if (!isKept) return { stored: moved }
    // the organizer is free again, so no other member is needed
    return {
      stored: withOtherClaims({ ...withState(moved, kept), assignAt: undefined }, { reserved: undefined }),
    }
  }
  const lead = organizerId === undefined ? leadOf(service.assign) : undefined
  const wanted = { queueId, lead, against: organizerId, requires: assignment?.requires, overridesCalendar }
  if (service.by === 'NOBODY') {
    const waiting = withState(moved, pending(start, { ...wanted, reason: service.reason }, now))
    return {
      stored: withOtherClaims(
        { ...waiting, assignAt: nextTry(waiting.appointment, now) },
        { reserved: undefined },
      ),
    }
  }
  const { agentId } = service
  const waiting = withState(moved, pending(start, wanted, now))
  const due = dueAt(start, lead, now)
  if (due > now) return { stored: withOtherClaims({ ...waiting, assignAt: due }, { reserved: agentId }) }
  const decided = { id: newId(), agentId, at: now.toISOString() }
  return {
    stored: withDecided(waiting, decided, now),
    claim: { ...decided, decided: waiting.appointment.version },
  }
}
