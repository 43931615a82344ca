import { awaitsMember, isOpen, rejectsOverlaps } from '@appointments/appointment'
import {
  lengthOf,
  type AppointmentSnapshot,
  type Decision,
  type StoredAssignment,
} from '@appointments/contracts'
import { changed } from './appointment.ts'
import { otherClaimsOf, withOtherClaims } from './other-claims.ts'
import type { Placement } from './schedule.ts'
import type { Decided, StoredAppointment } from './stored-appointment.ts'
import { DECISION_MS } from './unsettled.ts'

/* The assignment of a queue's member to an appointment (docs/contract/availability.md#queues). */

/** The pause before another search for a member. */
const RETRY_MS = 300_000
/** The pause if availability has not replied. */
const UNCHECKED_RETRY_MS = 60_000

/** When a queue assigns its members; absent: at once. */
export type AssignPolicy = Decision['assign']

/** How long before the start a member becomes the organizer; undefined if it does so at the booking. */
export const leadOf = (assign: AssignPolicy): string | undefined =>
  assign?.when === 'BEFORE_START' ? assign.lead : undefined

/** When a member becomes the organizer: the lead before the start; now if there is no lead or that time has passed. */
export function dueAt(start: string, lead: string | undefined, now: Date): Date {
  if (lead === undefined) return now
  return new Date(Math.max(now.getTime(), Date.parse(start) - lengthOf(lead)))
}

/** The time of the next search for a member: after a pause, but not later than the start. */
export const nextTry = (appointment: Pick<AppointmentSnapshot, 'start'>, now: Date): Date =>
  tryAfter(RETRY_MS, appointment, now)

/** The time of the next search if availability has not replied to this one. */
export const nextTryUnchecked = (appointment: Pick<AppointmentSnapshot, 'start'>, now: Date): Date =>
  tryAfter(UNCHECKED_RETRY_MS, appointment, now)

const tryAfter = (pauseMs: number, { start }: Pick<AppointmentSnapshot, 'start'>, now: Date): Date =>
  new Date(Math.min(now.getTime() + pauseMs, Math.max(Date.parse(start), now.getTime())))

/** The state of an assignment while it waits for its time, or for a member. */
export function pending(
  start: string,
  wanted: Pick<
    StoredAssignment,
    'queueId' | 'lead' | 'against' | 'requires' | 'overridesCalendar' | 'reason'
  >,
  now: Date,
): StoredAssignment {
  const { queueId, lead, against, requires, overridesCalendar, reason } = wanted
  return {
    state: 'PENDING',
    queueId,
    dueAt: dueAt(start, lead, now).toISOString(),
    ...(lead !== undefined && { lead }),
    ...(against !== undefined && { against }),
    ...(requires && { requires }),
    ...(overridesCalendar && { overridesCalendar }),
    ...(reason !== undefined && { reason }),
  }
}

/** The appointment with another assignment, one version later. */
export function withNewAssignment(
  stored: StoredAppointment,
  change: Partial<StoredAssignment>,
  now: Date,
): StoredAppointment {
  const { appointment, application } = stored
  const assignment = Object.fromEntries(
    Object.entries({ ...appointment.assignment, ...change }).filter(([, value]) => value !== undefined),
  ) as StoredAssignment
  return { ...stored, appointment: changed(appointment, application, now, { assignment }) }
}

/** Like `withNewAssignment`, but returns the appointment unchanged if its assignment stays the same. */
export function withAssignment(
  stored: StoredAppointment,
  change: Partial<StoredAssignment>,
  now: Date,
): StoredAppointment {
  const { assignment } = stored.appointment
  const isSame = (Object.keys(change) as (keyof StoredAssignment)[]).every(
    (field) => change[field] === assignment?.[field],
  )
  return isSame ? stored : withNewAssignment(stored, change, now)
}

/** The appointment; if it does not wait for a member, without its search, its reservation and its decision. */
export const withoutReservation = (stored: StoredAppointment): StoredAppointment =>
  awaitsMember(stored) && isOpen(stored.appointment)
    ? stored
    : withOtherClaims({ ...stored, assignAt: undefined }, { reserved: undefined, decided: undefined })

/** The appointment after a decision on a member, whose time is claimed until the participants service has replied. */
export const withDecided = (stored: StoredAppointment, decided: Decided, now: Date): StoredAppointment =>
  withOtherClaims(
    { ...stored, assignAt: new Date(now.getTime() + DECISION_MS) },
    // if no agent is claimed, the time stays reserved
    { decided, reserved: rejectsOverlaps(stored) ? undefined : decided.agentId },
  )

/** The appointment after a decision that will not be stored: its member stays reserved, and the search continues. */
export function withDecisionEnded(stored: StoredAppointment, id: string, now: Date): StoredAppointment {
  const { decided } = otherClaimsOf(stored)
  if (decided?.id !== id) return stored
  if (!awaitsMember(stored)) return withoutReservation(stored)
  return withOtherClaims({ ...stored, assignAt: now }, { decided: undefined, reserved: decided.agentId })
}

/** The result of a search for a member of a queue, by a booking or a hold. */
interface Found {
  queueId: string
  assign: AssignPolicy
  start: string
  requires?: StoredAssignment['requires']
  overridesCalendar?: boolean
}

/** The booking of a queue's member: it becomes the organizer now, or its time is reserved until it does. */
export function servedBy(
  agentId: string,
  { queueId, assign, start, requires, overridesCalendar }: Found,
  now: Date,
): Pick<Placement, 'organizerId' | 'reserved' | 'assignment'> {
  const lead = leadOf(assign)
  if (dueAt(start, lead, now) > now)
    return {
      organizerId: null,
      reserved: agentId,
      assignment: pending(start, { queueId, lead, requires, overridesCalendar }, now),
    }
  return { organizerId: agentId, assignment: { state: 'ASSIGNED', queueId, ...(requires && { requires }) } }
}

/** The claims of a new appointment of a queue in addition to its roster, and when to search for a member. */
export function firstTry(
  appointment: AppointmentSnapshot,
  reserved: string | undefined,
  now: Date,
): Pick<StoredAppointment, 'otherClaims' | 'assignAt'> {
  const { assignment } = appointment
  if (assignment?.state !== 'PENDING') return {}
  if (reserved === undefined) return { assignAt: nextTry(appointment, now) }
  return {
    otherClaims: { revision: 0, reserved, claimed: [] },
    assignAt: new Date(assignment.dueAt ?? now),
  }
}
