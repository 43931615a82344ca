import {
  hasRole,
  isStaff,
  problem,
  unauthorized,
  type Agent,
  type Caller,
  type ExceptionRequest,
} from '@appointments/contracts'

const isAdministrator = (caller: Caller) => hasRole(caller, 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE')

/** Whether a caller sees the contact data of an agent. */
export const seesContact = (caller: Caller, agentId: string): boolean =>
  isAdministrator(caller) || caller.userId === agentId

/** @throws Problem FORBIDDEN for an agent that writes exceptions of another agent */
export function rejectOtherAgents(caller: Caller, agentId: string): void {
  if (!isAdministrator(caller) && caller.userId !== agentId)
    throw problem('FORBIDDEN', 'Agents may record and remove their own absences only.')
}

/** @throws Problem FORBIDDEN unless the caller may write exceptions of this type for the agent */
export function requireOwnAbsence(
  caller: Caller,
  { managesOwnAbsence }: Pick<Agent, 'managesOwnAbsence'>,
  { type }: Pick<ExceptionRequest, 'type'>,
): void {
  if (isAdministrator(caller)) return
  if (!managesOwnAbsence)
    throw problem('FORBIDDEN', 'Agents may record their absences only if their entry has managesOwnAbsence.')
  if (type !== 'ABSENCE') throw problem('FORBIDDEN', 'Agents may not record extra hours.')
}

/** Who reads slots: staff, the customer of an appointment that is to be moved, or anyone. */
export type SlotReader = 'STAFF' | 'CUSTOMER' | 'PUBLIC'

/**
 * Rejects customers, except for the appointment of their own manage ticket.
 * @param appointmentId the appointment that is to be moved, if the request names one
 * @throws Problem FORBIDDEN
 */
export function rejectOtherCustomers(caller: Caller, appointmentId: string | undefined): void {
  const { customer } = caller
  const isOwn = customer?.via === 'manage' && customer.appointmentId === appointmentId
  if (customer && !isStaff(caller) && !isOwn)
    throw problem('FORBIDDEN', 'Customers may read slots for a move of their own appointment only.')
}

/**
 * The kind of reader that a caller is.
 * @param publicSlots whether the application shows its slots to anyone
 * @throws Problem FORBIDDEN, as {@link rejectOtherCustomers}
 * @throws Problem UNAUTHORIZED without a token, if the application does not show its slots or is unknown
 */
export function slotReaderOf(
  caller: Caller,
  { appointmentId, publicSlots }: { appointmentId: string | undefined; publicSlots: boolean },
): SlotReader {
  if (isStaff(caller)) return 'STAFF'
  rejectOtherCustomers(caller, appointmentId)
  if (caller.customer) return 'CUSTOMER'
  if (!publicSlots || appointmentId !== undefined)
    throw unauthorized('TOKEN_MISSING', 'The request has no bearer token in its Authorization header')
  return 'PUBLIC'
}

/** Whether a caller sees which appointment occupies an agent's time. */
export const seesAppointmentsOf = (caller: Caller, agentId: string): boolean => seesContact(caller, agentId)
