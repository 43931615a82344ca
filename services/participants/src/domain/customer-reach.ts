import { accessEnds, customersOf } from '@appointments/appointment'
import {
  isStaff,
  problem,
  type Caller,
  type RosterSnapshot,
  type WholeAppointment,
} from '@appointments/contracts'

/*
 * What a customer's token opens beyond the appointment it is for. A token stands for the participant it names. One that
 * names none stands for the only customer, unless it was made from a secureToken.
 */

/** The participant a customer's token stands for. */
export function ownParticipantId({ customer }: Caller, roster: RosterSnapshot): string | undefined {
  if (customer?.participantId !== undefined) return customer.participantId
  if (customer?.via === 'room' && customer.bySecureToken) return undefined
  const [only, ...others] = customersOf(roster)
  return others.length === 0 ? only?.id : undefined
}

/**
 * Whether a caller may read a participant: staff any, customers their own, and a token made from a secureToken none.
 * @throws Problem FORBIDDEN
 */
export function refuseReadingOthers(caller: Caller, roster: RosterSnapshot, participantId: string): void {
  if (isStaff(caller)) return
  if (caller.customer?.via === 'room' && caller.customer.bySecureToken)
    throw problem('FORBIDDEN', 'A token made from a secureToken reads no participant.')
  refuseActingForOthers(caller, roster, participantId)
}

/**
 * Whether a caller may act as a participant: staff as any, customers as their own.
 * @throws Problem FORBIDDEN
 */
export function refuseActingForOthers(caller: Caller, roster: RosterSnapshot, participantId: string): void {
  if (isStaff(caller)) return
  const own = ownParticipantId(caller, roster)
  if (own === undefined) throw problem('FORBIDDEN', 'The token names none of the customers.')
  if (own !== participantId) throw problem('FORBIDDEN', 'Customers may use their own participant only.')
  if (!customersOf(roster).some(({ id }) => id === own))
    throw problem('FORBIDDEN', 'The customer no longer takes part.')
}

/**
 * Refuses a customer who acts on the appointment but stands for none of its participants.
 * @throws Problem FORBIDDEN
 */
export function refuseBystander(caller: Caller, roster: RosterSnapshot): void {
  if (!isStaff(caller)) refuseActingForOthers(caller, roster, ownParticipantId(caller, roster) ?? '')
}

/**
 * Refuses a customer once nobody may enter the room any more.
 * @throws Problem APPOINTMENT_EXPIRED
 */
export function refuseExpired(caller: Caller, { appointment }: WholeAppointment, now: Date): void {
  if (!isStaff(caller) && now >= accessEnds(appointment)) throw problem('APPOINTMENT_EXPIRED')
}
