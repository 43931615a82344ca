import { keepAgentName } from '@appointments/agent-names'
import type { AppointmentEvent, NotificationChannel } from '@appointments/contracts'
import { keepRemovedCustomer, type AppliersOf, type Apply } from '@appointments/outbox'
import type { App } from '../app.ts'

/**
 * Maps each subscribed event to its use case.
 * @param onDue called with the channels on which notifications became due
 */
export function appointmentEvents(
  app: App,
  onDue: (channels: NotificationChannel[]) => void,
): AppliersOf<'notifications'> {
  const follow: Apply<AppointmentEvent['type']> = async (tx, event) => {
    const channels = await app.followEvent(tx, event)
    tx.whenStored(() => {
      onDue(channels)
    })
  }
  return {
    APScheduledEvent: follow,
    APUpdatedEvent: follow,
    APRescheduledEvent: follow,
    APActivatedEvent: follow,
    APCancelledEvent: follow,
    APDeletedEvent: follow,
    APRemovedEvent: follow,
    APAbortedEvent: follow,
    APOutcomeEvent: follow,
    APAssignmentDecidedEvent: follow,
    APReassignedEvent: follow,
    APParticipantAddedEvent: follow,
    APParticipantRemovedEvent: async (tx, event) => {
      await follow(tx, event)
      keepRemovedCustomer(tx, event.data)
    },
    APParticipantUpdatedEvent: follow,
    APParticipantStateChangedEvent: follow,
    APInteractionAcceptedEvent: follow,
    APInteractionFailedEvent: follow,
    APInteractionUpdatedEvent: follow,
    APAgentChangedEvent: (tx, { data }) => {
      keepAgentName(tx, data)
    },
    APApplicationChangedEvent: (tx, { data }) => app.keepApplication(tx, data.application),
    APPresentationChangedEvent: (tx, { data }) => app.keepBrand(tx, data.presentation),
  }
}
