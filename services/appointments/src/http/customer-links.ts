import type { Caller, CustomerLinks } from '@appointments/contracts'
import { ROOM_TICKET_VERSION, type Tickets } from '@appointments/credentials'
import type { StoredAppointment } from '../domain/appointment.ts'

/** Makes the current links of a customer; undefined for every other caller. */
export type LinksFor = (caller: Caller, stored: StoredAppointment) => CustomerLinks | undefined

/**
 * The links of the customer who has just booked an appointment for itself, or whose manage ticket has just moved it:
 * the ticket of the request is no longer valid.
 * @param tickets makes the links; without it there are none
 */
export const linksBy =
  (tickets: Pick<Tickets, 'roomLink' | 'manageLink'> | undefined): LinksFor =>
  ({ customer }, { appointment, bookedBy }) => {
    const participantId = customer?.via === 'manage' ? customer.participantId : bookedBy
    if (!tickets || participantId === undefined) return undefined
    return {
      manage: tickets.manageLink(participantId, appointment.manageVersions[participantId] ?? 1),
      join: tickets.roomLink(participantId, ROOM_TICKET_VERSION),
    }
  }
