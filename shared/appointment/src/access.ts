import {
  hasRole,
  isStaff,
  problem,
  type Caller,
  type RosterSnapshot,
  type WholeAppointment,
} from '@appointments/contracts'
import { agentsOf, customersOf, manageEpoch } from './whole.ts'

/** The application settings that access checks use. */
export interface AccessSettings {
  agentAccess: 'ORGANIZATION' | 'ASSIGNED'
}

/** Whether an agent is the organizer of an appointment or takes part in it. */
export const isAssigned = (
  { roster }: Pick<WholeAppointment, 'roster'>,
  userId: string | undefined,
): boolean =>
  userId !== undefined && (roster.organizerId === userId || agentsOf(roster).some(({ id }) => id === userId))

/**
 * Rejects a customer whose token is for another appointment. Runs before any lookup, so that the response does not
 * reveal whether the appointment exists (docs/contract/access.md#order-of-checks).
 * @throws Problem FORBIDDEN
 */
export function rejectForeignCustomer(caller: Caller, appointmentId: string): void {
  if (!hasRole(caller, 'ROLE_CUSTOMER')) return
  if (isStaff(caller)) return
  if (caller.customer?.appointmentId !== appointmentId) throw notOfThisAppointment()
}

/** The same text whether or not the appointment exists. */
const notOfThisAppointment = () =>
  problem(
    'FORBIDDEN',
    'Needs a staff token, or a token made from a link of this appointment; a customer token gives access to its own appointment only.',
  )

/** Whether an appointment belongs to the organization that the caller is limited to, if any. */
const isWithinOrganization = ({ organizationId }: Caller, { appointment }: WholeAppointment): boolean =>
  organizationId === undefined || organizationId === appointment.organizationId

/**
 * Whether staff may reach an appointment: the organization matches, and the agent is assigned if the
 * application restricts agents to their own appointments.
 */
export function mayReach(caller: Caller, whole: WholeAppointment, settings: AccessSettings): boolean {
  if (!isWithinOrganization(caller, whole)) return false
  return !(isOnlyAgent(caller) && settings.agentAccess === 'ASSIGNED') || isAssigned(whole, caller.userId)
}

const isOnlyAgent = (caller: Caller): boolean =>
  hasRole(caller, 'ROLE_AGENT') && !hasRole(caller, 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE')

/**
 * Restricts an agent to its own appointments, whatever the application allows.
 * @throws Problem APPOINTMENT_NOT_FOUND
 */
export function rejectForeignAgent(caller: Caller, whole: WholeAppointment): void {
  if (isOnlyAgent(caller) && !isAssigned(whole, caller.userId))
    throw problem('APPOINTMENT_NOT_FOUND', 'An agent can remove only appointments that it takes part in.')
}

/** The same text whether an appointment is hidden or missing; an agent learns which setting may hide it. */
const notVisible = (caller: Caller) =>
  isOnlyAgent(caller)
    ? problem(
        'APPOINTMENT_NOT_FOUND',
        'No appointment with this id is visible to this agent; an application whose agentAccess is ASSIGNED shows agents only the appointments that they take part in.',
      )
    : problem('APPOINTMENT_NOT_FOUND')

/**
 * The access check before every use of an appointment.
 * @throws Problem APPOINTMENT_NOT_FOUND if it does not exist or the caller may not see it
 * @throws Problem FORBIDDEN if a customer's token is for another appointment
 */
export function reach<Whole extends WholeAppointment>(
  caller: Caller,
  whole: Whole | undefined,
  settings: (whole: Whole) => AccessSettings,
): Whole {
  if (isStaff(caller)) {
    if (!whole || !mayReach(caller, whole, settings(whole))) throw notVisible(caller)
    return whole
  }
  const grant = caller.customer
  if (!grant) throw notOfThisAppointment()
  // the issuer of an organization can put any appointment's id into a customer's token
  if (!whole || !isWithinOrganization(caller, whole)) throw problem('APPOINTMENT_NOT_FOUND')
  if (grant.appointmentId !== whole.appointment.id) throw notOfThisAppointment()
  return whole
}

/**
 * The participant that a customer's token acts for: the one that it names, otherwise the only customer, unless the token
 * was made from a secureToken (docs/contract/access.md#customers).
 */
export function ownParticipantId({ customer }: Caller, roster: RosterSnapshot): string | undefined {
  if (customer?.participantId !== undefined) return customer.participantId
  if (customer?.via === 'room' && customer.bySecureToken) return undefined
  const [only, ...others] = customersOf(roster)
  return others.length === 0 ? only?.id : undefined
}

/**
 * Rejects a customer who was removed from the appointment after the token was issued.
 * @throws Problem FORBIDDEN
 */
export function rejectRemovedCustomer(caller: Caller, roster: RosterSnapshot): void {
  const named = isStaff(caller) ? undefined : caller.customer?.participantId
  if (named !== undefined && !customersOf(roster).some(({ id }) => id === named))
    throw problem('FORBIDDEN', 'The customer no longer takes part in the appointment.')
}

type ManagedAction = 'RESCHEDULE' | 'CANCEL'

/**
 * The manage grant of a customer, current or not; undefined for staff, who need none.
 * @throws Problem FORBIDDEN if the customer has none that covers the action
 */
export function manageGrantFor(caller: Caller, action: ManagedAction) {
  if (isStaff(caller)) return undefined
  const grant = caller.customer
  if (grant?.via !== 'manage' || !grant.actions.includes(action))
    throw problem('FORBIDDEN', 'Needs a token made from the manage link of the appointment.')
  return grant
}

/**
 * Checks a customer's manage grant against the current appointment.
 * @throws Problem MANAGE_TICKET_STALE if the ticket was replaced or revoked
 * @throws Problem FORBIDDEN if the grant does not cover the action
 */
export function checkManageGrant(caller: Caller, whole: WholeAppointment, action: ManagedAction): void {
  const grant = manageGrantFor(caller, action)
  if (!grant) return
  const participant = whole.roster.participants.find(({ id }) => id === grant.participantId)
  const current = whole.appointment.manageVersions[grant.participantId] ?? 1
  const isCurrent = grant.ticketVersion === current && grant.manageEpoch === manageEpoch(whole)
  if (!participant || !isCurrent) throw problem('MANAGE_TICKET_STALE')
}
