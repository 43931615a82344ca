import { keepAgentName } from '@appointments/agent-names'
import type { AppointmentEvent, AppointmentsEvent, NotificationChannel } from '@appointments/contracts'
import { keepRemovedCustomer, type AppliersOf, type Apply } from '@appointments/outbox'
import type { App } from '../app.ts'
import { appointmentIdOf } from '../domain/plan/projection.ts'
import { applications } from '../repositories/applications.ts'
import { brands } from '../repositories/brands.ts'

const isAboutAppointment = (event: AppointmentsEvent): event is AppointmentEvent =>
  'appointment' in event.data || 'appointmentId' in event.data

/** Events about an appointment are applied one after another. */
export const lockOf = (event: AppointmentsEvent): string | undefined =>
  isAboutAppointment(event) ? appointmentIdOf(event) : undefined

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
    APApplicationChangedEvent: (tx, { data }) => applications.keep(tx, data.application),
    APPresentationChangedEvent: (tx, { data }) => brands.keep(tx, data.presentation),
  }
}
