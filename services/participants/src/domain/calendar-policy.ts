import type { AvailabilitySettings } from '@appointments/contracts'

/** How an application offers times, as far as it concerns assignments and what customers may do. */
export type CalendarPolicy = Pick<
  AvailabilitySettings,
  'availabilityPolicy' | 'appliesToV1' | 'overrideRoles' | 'customerMoveCutoff'
>
