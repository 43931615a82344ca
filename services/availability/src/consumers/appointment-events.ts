import type { AppliersOf } from '@appointments/outbox'
import type { App } from '../app.ts'

/** Maps each event of the appointments service to its use case. */
export const appointmentEvents = (app: App): AppliersOf<'availability'> => ({
  APApplicationChangedEvent: (tx, { data }) => app.keepApplication(tx, data.application),
  APAvailabilitySettingsChangedEvent: (tx, { data }) => app.keepAvailabilitySettings(tx, data.settings),
  APClaimsChangedEvent: (tx, { data }) => app.keepClaims(tx, data),
})
