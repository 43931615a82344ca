import { problem, type Application, type Caller } from '@appointments/contracts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/** Reads an application. @throws Problem APPLICATION_NOT_FOUND also if it belongs to another organization */
export const getApplication =
  ({ pool }: Deps) =>
  async ({ id, caller }: { id: string; caller: Caller }): Promise<Application> =>
    requireOwn(await applications.find(pool, id), caller)

/** The application, if the caller may see it. @throws Problem APPLICATION_NOT_FOUND */
export function requireOwn(application: Application | undefined, { organizationId }: Caller): Application {
  const foreign = organizationId !== undefined && application?.organizationId !== organizationId
  if (!application || foreign) throw problem('APPLICATION_NOT_FOUND')
  return application
}
