import { customersOf, wholeEpoch, isOpen } from '@appointments/appointment'
import { isStaff, type Caller, type WholeAppointment } from '@appointments/contracts'
import { ownParticipantId } from './customer-reach.ts'

/** A ticket of a customer that opens something now. */
export interface Ticket {
  participantId: string
  kind: 'room' | 'manage'
  version: number
}

/** Room tickets are never rotated: they last as long as their participant takes part. */
export const ROOM_TICKET_VERSION = 1

/**
 * The tickets of an appointment as it is now: a room ticket and the current manage ticket of each customer, and
 * none once it was cancelled. An aborted appointment keeps them, because its customers may still read it.
 */
export function currentTickets({ appointment, roster }: WholeAppointment): Ticket[] {
  if (appointment.state === 'CANCELLED') return []
  return customersOf(roster).flatMap(({ id }): Ticket[] => [
    { participantId: id, kind: 'room', version: ROOM_TICKET_VERSION },
    { participantId: id, kind: 'manage', version: appointment.manageVersions[id] ?? 1 },
  ])
}

/** The room ticket of a participant, where there is one and the caller may have it: staff, and the customer itself. */
export function roomTicketFor(
  caller: Caller,
  whole: WholeAppointment,
  participantId: string,
): Ticket | undefined {
  if (!isStaff(caller) && ownParticipantId(caller, whole.roster) !== participantId) return undefined
  return currentTickets(whole).find((one) => one.kind === 'room' && one.participantId === participantId)
}

/** What a secureToken opens: the room, as the only customer where there is just one; nothing in another epoch. */
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
