import { actorOf, booksForItself, problem, type Application, type Caller } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { applicationChanged } from '../events.ts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/**
 * The application a caller schedules for. Where applications are open, one that nobody configured gets its
 * defaults on first use and belongs to the caller's organization. A customer who books for itself makes none.
 * @throws Problem APPLICATION_UNKNOWN where applications must be registered, or the caller may not make one
 * @throws Problem APPLICATION_NOT_FOUND where it is another organization's
 */
export async function useApplication(
  tx: Tx,
  deps: Pick<Deps, 'outbox' | 'clock' | 'applicationsAreOpen'>,
  id: string,
  caller: Caller,
): Promise<Application> {
  const known = await applications.find(tx, id)
  if (known) return mustBeUsable(known, caller, deps)
  if (!deps.applicationsAreOpen || booksForItself(caller)) throw problem('APPLICATION_UNKNOWN')
  const now = deps.clock.now()
  const made = await applications.insertDefault(tx, id, caller.organizationId, actorOf(caller), now)
  // somebody else was first, and now it is known
  if (!made) return useApplication(tx, deps, id, caller)
  deps.outbox.append(tx, applicationChanged(made, actorOf(caller), now))
  return made
}

/** The application, where the caller may schedule for it. @throws Problem as {@link useApplication} does */
export function mustBeUsable(
  application: Application,
  { organizationId }: Caller,
  { applicationsAreOpen }: Pick<Deps, 'applicationsAreOpen'>,
): Application {
  const foreign = organizationId !== undefined && organizationId !== application.organizationId
  // where unknown applications are refused, a foreign one is refused in the same words
  if (foreign) throw problem(applicationsAreOpen ? 'APPLICATION_NOT_FOUND' : 'APPLICATION_UNKNOWN')
  return application
}
