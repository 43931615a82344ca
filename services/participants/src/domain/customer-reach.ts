import {
  accessEnds,
  customersOf,
  isStaff,
  problem,
  type Caller,
  type RosterSnapshot,
  type WholeAppointment,
} from '@appointments/contracts'

/*
 * What a customer's token opens beyond the appointment it is for (decisions, sections 4 and 10). A token names one
 * participant; one that names none stands for the only customer, and where there are several it may only read.
 */

/** The participant a customer's token stands for. */
export function ownParticipantId({ customer }: Caller, roster: RosterSnapshot): string | undefined {
  if (customer?.participantId !== undefined) return customer.participantId
  const [only, ...others] = customersOf(roster)
  return others.length === 0 ? only?.id : undefined
}

/**
 * Whether a caller may read a participant: staff anyone, customers themselves. A token that names nobody reads
 * every customer.
 * @throws Problem FORBIDDEN
 */
export function refuseReadingOthers(caller: Caller, roster: RosterSnapshot, participantId: string): void {
  if (isStaff(caller)) return
  const named = caller.customer?.participantId
  const isAgent = roster.participants.some(({ id, type }) => id === participantId && type === 'AGENT')
  if (isAgent || (named !== undefined && named !== participantId))
    throw problem('FORBIDDEN', 'Customers read their own participant only')
}

/**
 * Whether a caller may act as a participant: staff for anyone, customers for themselves with a room token.
 * @throws Problem FORBIDDEN
 */
export function refuseActingForOthers(caller: Caller, roster: RosterSnapshot, participantId: string): void {
  if (isStaff(caller)) return
  if (caller.customer?.via !== 'room' || ownParticipantId(caller, roster) !== participantId)
    throw problem('FORBIDDEN', 'Customers act as their own participant only')
  if (!customersOf(roster).some(({ id }) => id === participantId)) throw problem('FORBIDDEN')
}

/**
 * Refuses a customer who acts on the appointment but stands for none of its participants.
 * @throws Problem FORBIDDEN
 */
export function refuseBystander(caller: Caller, roster: RosterSnapshot): void {
  if (isStaff(caller)) return
  const own = ownParticipantId(caller, roster)
  if (own === undefined) throw problem('FORBIDDEN', 'The token stands for none of the customers')
  refuseActingForOthers(caller, roster, own)
}

/**
 * Refuses a customer once nobody may enter the room any more.
 * @throws Problem APPOINTMENT_EXPIRED
 */
export function refuseExpired(caller: Caller, { appointment }: WholeAppointment, now: Date): void {
  if (!isStaff(caller) && now >= accessEnds(appointment)) throw problem('APPOINTMENT_EXPIRED')
}
