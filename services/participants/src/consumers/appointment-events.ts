import { keepAgentName } from '@appointments/agent-names'
import type { AppliersOf, Apply } from '@appointments/outbox'
import type { App } from '../app.ts'
import type { AppointmentEvent } from '../domain/follow.ts'

/** The use case for each event that this service subscribes to. */
export function appointmentEvents(app: App): AppliersOf<'participants'> {
  const follow: Apply<AppointmentEvent['type']> = app.followAppointment
  return {
    APScheduledEvent: app.copyAppointment,
    APUpdatedEvent: async (tx, event) => {
      await follow(tx, event)
      await app.updateCustomer(tx, event)
    },
    APRescheduledEvent: follow,
    APActivatedEvent: follow,
    APCancelledEvent: follow,
    APDeletedEvent: follow,
    APAbortedEvent: follow,
    APOutcomeEvent: follow,
    APAssignmentDecidedEvent: app.applyDecision,
    APRemovedEvent: app.eraseAppointment,
    APAvailabilitySettingsChangedEvent: (tx, { data }) => app.keepAvailabilitySettings(tx, data),
    APAgentChangedEvent: (tx, { data }) => {
      keepAgentName(tx, data)
    },
    APApplicationChangedEvent: (tx, { data }) => app.keepApplication(tx, data.application),
  }
}
