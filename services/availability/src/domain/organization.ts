import { problem, type Caller } from '@appointments/contracts'
import type { OrganizationKey } from './directory.ts'

/**
 * The organization whose directory a caller uses: the token's, or if it has none the one that the request names.
 * @throws Problem ORGANIZATION_NOT_FOUND if the request names another organization than the token
 */
export function organizationOf({ organizationId }: Caller, named: string | undefined): OrganizationKey {
  if (organizationId !== undefined && named !== undefined && named !== organizationId)
    throw problem('ORGANIZATION_NOT_FOUND')
  return organizationId ?? named ?? ''
}
