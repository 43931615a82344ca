import { problem, type Caller } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { applications } from '../repositories/applications.ts'

/** An application that a caller names. */
export interface OfApplication {
  caller: Caller
  applicationId: string
}

/**
 * Rejects an application that does not belong to the caller's organization. A caller without an organization may name
 * any application, even one that is not known yet.
 * @throws Problem APPLICATION_NOT_FOUND
 */
export async function requireOwnApplication(sql: Sql, caller: Caller, applicationId: string): Promise<void> {
  if (caller.organizationId === undefined) return
  const application = await applications.findKnown(sql, applicationId)
  if (application?.organizationId !== caller.organizationId) throw problem('APPLICATION_NOT_FOUND')
}
