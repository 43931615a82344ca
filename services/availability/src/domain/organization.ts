import { problem, type Caller } from '@appointments/contracts'
import type { OrganizationKey } from './directory.ts'

/**
 * The organization whose directory a caller uses: that of the token, or the one that the request names if the token has
 * none.
 * @throws Problem ORGANIZATION_NOT_FOUND if the request names an organization other than that of the token
 */
export function organizationOf({ organizationId }: Caller, named: string | undefined): OrganizationKey {
  if (organizationId !== undefined && named !== undefined && named !== organizationId)
    throw problem('ORGANIZATION_NOT_FOUND')
  return organizationId ?? named ?? ''
}
