import {
  hasRole,
  oneOf,
  problem,
  type AvailabilitySettings,
  type BookingOverride,
  type Caller,
} from '@appointments/contracts'

/**
 * Checks that a caller who asks to override the calendar has a role that may do so in the application.
 * @throws Problem OVERRIDE_NOT_ALLOWED, which names these roles
 */
export function requireOverride(
  override: BookingOverride | undefined,
  caller: Caller,
  { overrideRoles }: Pick<AvailabilitySettings, 'overrideRoles'>,
): void {
  if (override === undefined || hasRole(caller, ...overrideRoles)) return
  const who =
    overrideRoles.length === 0 ? 'No role may override' : `Only ${oneOf(overrideRoles)} may override`
  throw problem(
    'OVERRIDE_NOT_ALLOWED',
    `${who} the calendar of this application; its availability setting overrideRoles lists the roles that may.`,
  )
}
