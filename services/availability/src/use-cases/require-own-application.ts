import { problem, type Caller } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { applications, type KnownApplication } from '../repositories/applications.ts'

/** An application that a caller names. */
export interface OfApplication {
  caller: Caller
  applicationId: string
}

/**
 * An application, which uses the directory of its organization. A caller without an organization may name any
 * application, even an unknown one.
 * @throws Problem APPLICATION_NOT_FOUND if the application does not belong to the caller's organization
 */
export async function requireOwnApplication(
  sql: Sql,
  { caller, applicationId }: OfApplication,
): Promise<KnownApplication> {
  const application = await applications.of(sql, applicationId)
  if (caller.organizationId !== undefined && application.organizationId !== caller.organizationId)
    throw problem('APPLICATION_NOT_FOUND')
  return application
}
