import { displayNameOf, isAssigned } from '@appointments/appointment'
import { hasRole } from '@appointments/contracts'
import { roomTicketFor } from '../domain/current-tickets.ts'
import type { Command, Deps, ParticipantView } from './deps.ts'

/** A participant in the list. */
export interface ListedParticipant extends ParticipantView {
  /** The name, only for customers. */
  displayName?: string | undefined
}

/**
 * Lists the participants of an appointment. Agents who do not take part in it see the names of customers, but not their
 * addresses, details or links.
 * @throws Problem APPOINTMENT_NOT_FOUND
 */
export const findParticipants =
  ({ appointments, customers }: Pick<Deps, 'appointments' | 'customers'>) =>
  async ({ caller, appointmentId }: Command): Promise<ListedParticipant[]> => {
    const [whole, records] = await Promise.all([
      appointments.reach(caller, appointmentId),
      customers.ofAppointment(appointmentId),
    ])
    const seesContacts =
      hasRole(caller, 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE') || isAssigned(whole, caller.userId)
    return whole.roster.participants.map((participant) => {
      const customer = records.find(({ id }) => id === participant.id)
      return {
        whole,
        participant,
        displayName: customer && displayNameOf(customer),
        ...(seesContacts && { customer, ticket: roomTicketFor(caller, whole, participant.id) }),
      }
    })
  }
