import {
  hasRole,
  problem,
  type AvailabilitySettings,
  type BookingOverride,
  type Caller,
} from '@appointments/contracts'

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

/** @throws Problem OVERRIDE_NOT_ALLOWED if no role of the caller may override the calendar */
export function requireOverride(
  override: BookingOverride | undefined,
  caller: Caller,
  { calendar: { overrideRoles } }: { calendar: CalendarPolicy },
): void {
  if (override !== undefined && !hasRole(caller, ...overrideRoles)) throw problem('OVERRIDE_NOT_ALLOWED')
}
