import { problem, type Application, type AvailabilitySettingsRequest } from '@appointments/contracts'

/**
 * Checks that the calendar is only enforced if double booking is rejected: otherwise nothing would guarantee
 * that an offered time is still free.
 * @param field the setting that the request changes
 * @throws Problem POLICY_CONFLICT
 */
export function requireConsistentPolicies(
  { overlapPolicy }: Pick<Application, 'overlapPolicy'>,
  { availabilityPolicy }: Pick<AvailabilitySettingsRequest, 'availabilityPolicy'>,
  field: 'overlapPolicy' | 'availabilityPolicy',
): void {
  if (availabilityPolicy !== 'ENFORCE' || overlapPolicy === 'REJECT') return
  const message =
    field === 'overlapPolicy'
      ? 'must be REJECT while the availabilityPolicy is ENFORCE'
      : 'must not be ENFORCE unless the overlapPolicy is REJECT'
  throw problem('POLICY_CONFLICT', { errors: [{ pointer: `/${field}`, code: 'POLICY_CONFLICT', message }] })
}
