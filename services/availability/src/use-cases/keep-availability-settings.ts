import type { AvailabilitySettings } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { availabilitySettings } from '../repositories/availability-settings.ts'

/** Stores how an application offers times, unless newer settings are stored. */
export const keepAvailabilitySettings = (tx: Tx, settings: AvailabilitySettings): void =>
  availabilitySettings.keep(tx, settings)
