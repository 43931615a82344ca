import type { AvailabilityPolicy, AvailabilitySettings } from '@appointments/contracts'

/**
 * The policy that applies to a write. For a v1 request, which does not set `followsPolicy`, only ENFORCE applies, and
 * only if `appliesToV1` is set.
 */
export function policyFor(
  { availabilityPolicy, appliesToV1 }: Pick<AvailabilitySettings, 'availabilityPolicy' | 'appliesToV1'>,
  { followsPolicy = false }: { followsPolicy?: boolean | undefined },
): AvailabilityPolicy {
  if (followsPolicy) return availabilityPolicy
  return appliesToV1 && availabilityPolicy === 'ENFORCE' ? 'ENFORCE' : 'OFF'
}
