import { requireOpen, requireVersion } from '@appointments/appointment'
import { actorOf, customerOf, withCompletePhones, type NewCustomer } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { withRoster } from '../domain/appointment-copy.ts'
import { participantOf, withCustomer } from '../domain/roster.ts'
import { currentTickets, roomTicketFor } from '../domain/current-tickets.ts'
import { customerAdded } from '../events.ts'
import type { Command, Deps, ParticipantView } from './deps.ts'

interface AddCustomer extends Command {
  customer: NewCustomer
}

/**
 * Adds a customer to the participants and gives it its tickets.
 * @throws Problem VALIDATION_FAILED, APPOINTMENT_NOT_FOUND, INVALID_STATE, TOO_MANY_PARTICIPANTS, VERSION_MISMATCH
 */
export const addCustomer =
  ({ transaction, appointments, customers, searchIndex, tickets, outbox, clock, newId }: Deps) =>
  ({ caller, appointmentId, customer: details, ifMatch }: AddCustomer): Promise<Keyed<ParticipantView>> =>
    transaction(
      async (tx) => {
        const current = await appointments.reachForChange(tx, caller, appointmentId)
        requireOpen(current.appointment)
        const [complete = details] = withCompletePhones(
          [details],
          current.application.defaultRegion,
          () => '/customer',
        )
        const customer = customerOf(newId(), complete)
        const roster = withCustomer(current.roster, customer)
        requireVersion(current, ifMatch)
        const whole = withRoster(current, roster)
        appointments.update(tx, whole)
        customers.insert(tx, appointmentId, [customer])
        searchIndex.renewCustomers(tx, appointmentId)
        tickets.register(tx, appointmentId, currentTickets(whole))
        outbox.append(tx, customerAdded({ whole, actor: actorOf(caller), at: clock.now() }, customer))
        return {
          whole,
          participant: participantOf(whole.roster, customer.id),
          customer,
          ticket: roomTicketFor(caller, whole, customer.id),
        }
      },
      [appointmentId],
    )
