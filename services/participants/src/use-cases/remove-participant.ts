import { requireOpen, requireVersion } from '@appointments/appointment'
import { actorOf } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { keepRemovedCustomer } from '@appointments/outbox'
import { withRoster, type AppointmentCopy } from '../domain/appointment-copy.ts'
import { participantOf, withoutParticipant } from '../domain/roster.ts'
import { participantRemoved } from '../events.ts'
import type { Command, Deps } from './deps.ts'

interface RemoveParticipant extends Command {
  participantId: string
}

/**
 * Removes a participant; for a customer also contact details and tickets.
 * @throws Problem APPOINTMENT_NOT_FOUND, INVALID_STATE, PARTICIPANT_NOT_FOUND, ORGANIZER_NOT_REMOVABLE,
 *   VERSION_MISMATCH
 */
export const removeParticipant =
  ({ transaction, appointments, customers, searchIndex, outbox, clock }: Deps) =>
  ({ caller, appointmentId, participantId, ifMatch }: RemoveParticipant): Promise<Keyed<AppointmentCopy>> =>
    transaction(
      async (tx) => {
        const current = await appointments.reachForChange(tx, caller, appointmentId)
        requireOpen(current.appointment)
        const participant = participantOf(current.roster, participantId)
        const roster = withoutParticipant(current.roster, participantId)
        requireVersion(current, ifMatch)
        const whole = withRoster(current, roster)
        appointments.update(tx, whole)
        customers.remove(tx, appointmentId, participantId)
        keepRemovedCustomer(tx, { appointmentId, participantId, participantType: participant.type })
        searchIndex.renewCustomers(tx, appointmentId)
        outbox.append(tx, participantRemoved({ whole, actor: actorOf(caller), at: clock.now() }, participant))
        return whole
      },
      [appointmentId],
    )
