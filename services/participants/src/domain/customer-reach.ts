import { accessEnds, customersOf, ownParticipantId } from '@appointments/appointment'
import {
  isStaff,
  problem,
  type Caller,
  type RosterSnapshot,
  type WholeAppointment,
} from '@appointments/contracts'

/*
 * The reach of a customer's token within its appointment. A token acts for its own participant only.
 */

/**
 * Rejects reading a participant: staff may read any, customers only their own, a token made from a secureToken none.
 * @throws Problem FORBIDDEN
 */
export function rejectReadingOthers(caller: Caller, roster: RosterSnapshot, participantId: string): void {
  if (isStaff(caller)) return
  if (caller.customer?.via === 'room' && caller.customer.bySecureToken)
    throw problem('FORBIDDEN', 'A token made from a secureToken reads no participant.')
  rejectActingForOthers(caller, roster, participantId)
}

/**
 * Rejects acting for a participant: staff may act for any, customers only for their own.
 * @throws Problem FORBIDDEN
 */
export function rejectActingForOthers(caller: Caller, roster: RosterSnapshot, participantId: string): void {
  if (isStaff(caller)) return
  const own = ownParticipantId(caller, roster)
  if (own === undefined) throw problem('FORBIDDEN', 'The token names none of the customers.')
  if (own !== participantId) throw problem('FORBIDDEN', 'Customers may use their own participant only.')
  if (!customersOf(roster).some(({ id }) => id === own))
    throw problem('FORBIDDEN', 'The customer no longer takes part.')
}

/**
 * Rejects a customer whose token acts for no participant of the appointment.
 * @throws Problem FORBIDDEN
 */
export function rejectBystander(caller: Caller, roster: RosterSnapshot): void {
  if (!isStaff(caller)) rejectActingForOthers(caller, roster, ownParticipantId(caller, roster) ?? '')
}

/**
 * Rejects customers after the room has closed.
 * @throws Problem APPOINTMENT_EXPIRED
 */
export function rejectExpired(caller: Caller, { appointment }: WholeAppointment, now: Date): void {
  if (!isStaff(caller) && now >= accessEnds(appointment)) throw problem('APPOINTMENT_EXPIRED')
}
