import type { AppliersOf } from '@appointments/outbox'
import type { App } from '../app.ts'
import { applications } from '../repositories/applications.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'

/** Applies the events of the appointments service. */
export const appointmentEvents = (app: App): AppliersOf<'availability'> => ({
  APApplicationChangedEvent: (tx, { data }) => applications.keep(tx, data.application),
  APAvailabilitySettingsChangedEvent: (tx, { data }) => availabilitySettings.keep(tx, data.settings),
  APClaimsChangedEvent: (tx, { data }) => app.keepClaims(tx, data),
})
