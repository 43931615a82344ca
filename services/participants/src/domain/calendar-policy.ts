import type { AvailabilitySettings } from '@appointments/contracts'

/** How an application offers times, as far as it concerns assignments and what customers may do. */
export type CalendarPolicy = Pick<
  AvailabilitySettings,
  'availabilityPolicy' | 'appliesToV1' | 'overrideRoles' | 'customerMoveCutoff'
>

/** Whether the calendar decides about an assignment. On v1, only an enforced policy that applies to v1 does. */
export function isBoundByCalendar(
  { calendar: { availabilityPolicy, appliesToV1 } }: { calendar: CalendarPolicy },
  followsPolicy: boolean,
): boolean {
  if (followsPolicy) return availabilityPolicy !== 'OFF'
  return appliesToV1 && availabilityPolicy === 'ENFORCE'
}
