import { rejectExpired, rejectReadingOthers } from '../domain/customer-reach.ts'
import { participantOf } from '../domain/roster.ts'
import { roomTicketFor } from '../domain/current-tickets.ts'
import type { Command, Deps, ParticipantView } from './deps.ts'

interface GetParticipant extends Command {
  participantId: string
}

/**
 * Reads a participant. Customers read only their own, until the room closes
 * (docs/contract/participants.md#participant-details).
 * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN, PARTICIPANT_NOT_FOUND, APPOINTMENT_EXPIRED
 */
export const getParticipant =
  ({ appointments, customers, clock }: Deps) =>
  async ({ caller, appointmentId, participantId }: GetParticipant): Promise<ParticipantView> => {
    const whole = await appointments.reach(caller, appointmentId)
    rejectReadingOthers(caller, whole.roster, participantId)
    const participant = participantOf(whole.roster, participantId)
    rejectExpired(caller, whole, clock.now())
    const customer = await customers.find(appointmentId, participantId)
    return {
      whole,
      participant,
      customer: customer?.record,
      ticket: roomTicketFor(caller, whole, participantId),
    }
  }
