import { actorOf, booksForItself, problem, type Application, type Caller } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { applicationChanged } from '../events.ts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/**
 * The application for which a caller schedules. If applications are open, an unknown one is created on first use with
 * default settings, in the caller's organization, except by a customer who books for itself.
 * @throws Problem APPLICATION_UNKNOWN if applications must be registered, or if the caller may not create one
 * @throws Problem APPLICATION_NOT_FOUND if it belongs to another organization
 */
export async function useApplication(
  tx: Tx,
  deps: Pick<Deps, 'outbox' | 'clock' | 'applicationsAreOpen'>,
  id: string,
  caller: Caller,
): Promise<Application> {
  const known = await applications.find(tx, id)
  if (known) return mustBeUsable(known, caller, deps)
  mustBeAbleToCreate(caller, deps)
  const now = deps.clock.now()
  const made = await applications.insertDefault(tx, id, caller.organizationId, actorOf(caller), now)
  // another request has created it meanwhile
  if (!made) return useApplication(tx, deps, id, caller)
  deps.outbox.append(tx, applicationChanged(made, actorOf(caller), now))
  return made
}

/**
 * Checks that a caller may schedule for an application, or create it if it is unknown. Runs before everything that
 * depends on the application, so that the response reveals nothing about an application of another organization.
 * @throws Problem as {@link useApplication} does
 */
export function requireUsable(
  known: Application | undefined,
  caller: Caller,
  deps: Pick<Deps, 'applicationsAreOpen'>,
): void {
  if (known) mustBeUsable(known, caller, deps)
  else mustBeAbleToCreate(caller, deps)
}

function mustBeAbleToCreate(
  caller: Caller,
  { applicationsAreOpen }: Pick<Deps, 'applicationsAreOpen'>,
): void {
  if (!applicationsAreOpen || booksForItself(caller)) throw problem('APPLICATION_UNKNOWN')
}

/** The application, if the caller may schedule for it. @throws Problem as {@link useApplication} does */
function mustBeUsable(
  application: Application,
  { organizationId }: Caller,
  { applicationsAreOpen }: Pick<Deps, 'applicationsAreOpen'>,
): Application {
  const foreign = organizationId !== undefined && organizationId !== application.organizationId
  // if unknown applications are rejected, a foreign one gets the same error
  if (foreign) throw problem(applicationsAreOpen ? 'APPLICATION_NOT_FOUND' : 'APPLICATION_UNKNOWN')
  return application
}
