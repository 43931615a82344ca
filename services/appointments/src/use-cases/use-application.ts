import { actorOf, problem, type Application, type Caller } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { applicationChanged } from '../events.ts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/**
 * The application a caller schedules for. Where applications are open, one that nobody configured gets its
 * defaults on first use and belongs to the caller's organization.
 * @throws Problem APPLICATION_UNKNOWN where applications must be registered
 * @throws Problem APPLICATION_NOT_FOUND where it is another organization's
 */
export async function useApplication(
  tx: Sql,
  { outbox, clock, applicationsAreOpen }: Pick<Deps, 'outbox' | 'clock' | 'applicationsAreOpen'>,
  id: string,
  caller: Caller,
): Promise<Application> {
  const known = await applications.find(tx, id)
  if (known) return own(known, caller, applicationsAreOpen)
  if (!applicationsAreOpen) throw problem('APPLICATION_UNKNOWN')
  const now = clock.now()
  const made = await applications.insertDefault(tx, id, caller.organizationId, actorOf(caller), now)
  if (!made) return useApplication(tx, { outbox, clock, applicationsAreOpen }, id, caller)
  await outbox.append(tx, applicationChanged(made, actorOf(caller), now))
  return made
}

function own(application: Application, caller: Caller, open: boolean): Application {
  const foreign = caller.organizationId !== undefined && caller.organizationId !== application.organizationId
  // where unknown applications are refused, a foreign one is refused in the same words
  if (foreign) throw problem(open ? 'APPLICATION_NOT_FOUND' : 'APPLICATION_UNKNOWN')
  return application
}
