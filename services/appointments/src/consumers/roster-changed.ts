import type { AppointmentsEvent } from '@appointments/contracts'
import { keepRemovedCustomer, type AppliersOf, type Apply } from '@appointments/outbox'
import type { App } from '../app.ts'

type RosterEvent = Extract<AppointmentsEvent, { data: { roster: unknown; appointmentId: unknown } }>['type']

/** Applies the events of the participants service, all in the same way, because each carries the whole roster. */
export function rosterChanged({ takeRoster }: App): Pick<AppliersOf<'appointments'>, RosterEvent> {
  const apply: Apply<RosterEvent> = (tx, { type, data, time }) =>
    takeRoster(tx, data.appointmentId, {
      roster: data.roster,
      type,
      actor: data.actor,
      at: new Date(time),
      ...('participantId' in data && { participantId: data.participantId }),
      ...('customer' in data && data.customer && { participantId: data.customer.id }),
      ...('state' in data && { presence: data.state }),
      ...('decisionId' in data && { decisionId: data.decisionId }),
      isDeclined: type === 'APAssignmentDeclinedEvent',
    })
  return {
    APReassignedEvent: apply,
    APAssignmentDeclinedEvent: apply,
    APParticipantAddedEvent: apply,
    APParticipantRemovedEvent: async (tx, event) => {
      await apply(tx, event)
      keepRemovedCustomer(tx, event.data)
    },
    APParticipantUpdatedEvent: apply,
    APParticipantStateChangedEvent: apply,
    APInteractionAcceptedEvent: apply,
    APInteractionFailedEvent: apply,
    APInteractionUpdatedEvent: apply,
  }
}
