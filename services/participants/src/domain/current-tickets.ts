import { customersOf, isOpen, ownParticipantId, wholeEpoch } from '@appointments/appointment'
import { ROOM_TICKET_VERSION } from '@appointments/credentials'
import { isStaff, type Caller, type WholeAppointment } from '@appointments/contracts'

/** A valid ticket of a customer. */
export interface Ticket {
  participantId: string
  kind: 'room' | 'manage'
  version: number
}

/**
 * The valid tickets of an appointment: a room ticket and the current manage ticket of each customer. A cancelled
 * appointment has none. An aborted one keeps them, because its customers may still read it.
 */
export function currentTickets({ appointment, roster }: WholeAppointment): Ticket[] {
  if (appointment.state === 'CANCELLED') return []
  return customersOf(roster).flatMap(({ id }): Ticket[] => [
    { participantId: id, kind: 'room', version: ROOM_TICKET_VERSION },
    { participantId: id, kind: 'manage', version: appointment.manageVersions[id] ?? 1 },
  ])
}

/** The room ticket of a participant if it has one and the caller is staff or this customer. */
export function roomTicketFor(
  caller: Caller,
  whole: WholeAppointment,
  participantId: string,
): Ticket | undefined {
  if (!isStaff(caller) && ownParticipantId(caller, whole.roster) !== participantId) return undefined
  return currentTickets(whole).find((one) => one.kind === 'room' && one.participantId === participantId)
}

/**
 * The access that a secureToken gives: to the room, as the customer if there is only one. A token of another epoch
 * gives none.
 */
export function openedBySecureToken(
  whole: WholeAppointment,
  epoch: number,
): { kind: 'room'; ticketVersion: number; participantId?: string } | undefined {
  if (!isOpen(whole.appointment) || epoch !== wholeEpoch(whole)) return undefined
  const [only, ...others] = customersOf(whole.roster)
  return {
    kind: 'room',
    ticketVersion: ROOM_TICKET_VERSION,
    ...(only && others.length === 0 && { participantId: only.id }),
  }
}
