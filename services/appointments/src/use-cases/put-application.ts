import {
  actorOf,
  problem,
  type Application,
  type ApplicationRequest,
  type Caller,
} from '@appointments/contracts'
import { applicationChanged } from '../events.ts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'
import { requireOwn } from './get-application.ts'

interface PutApplication {
  id: string
  caller: Caller
  ifMatch?: number[] | undefined
  request: ApplicationRequest
}

/**
 * Replaces the settings of an application, or registers it. A caller of an organization registers and changes
 * only its own; an application keeps the organization it has.
 * @throws Problem APPLICATION_NOT_FOUND, VERSION_MISMATCH
 */
export const putApplication =
  ({ transaction, outbox, clock }: Deps) =>
  ({ id, caller, ifMatch, request }: PutApplication): Promise<Application> =>
    transaction(async (tx) => {
      const current = await applications.lock(tx, id)
      if (current) requireOwn(current, caller)
      if (ifMatch && !ifMatch.includes(current?.version ?? 0)) throw problem('VERSION_MISMATCH')
      const now = clock.now()
      const { organizationId: wanted, ...settings } = request
      const organizationId = caller.organizationId ?? current?.organizationId ?? wanted
      const application: Application = {
        ...settings,
        id,
        version: (current?.version ?? 1) + 1,
        ...(organizationId !== undefined && { organizationId }),
      }
      await applications.put(tx, application, actorOf(caller), now)
      outbox.append(tx, applicationChanged(application, actorOf(caller), now))
      return application
    })
