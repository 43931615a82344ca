import { isDeepStrictEqual } from 'node:util'
import {
  actorOf,
  requireMatch,
  type Caller,
  type Presentation,
  type PresentationRequest,
} from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Tx } from '@appointments/postgres'
import { presentationChanged } from '../events.ts'
import { applications } from '../repositories/applications.ts'
import { presentations } from '../repositories/presentations.ts'
import type { Deps } from './deps.ts'
import { requireOwn } from './get-application.ts'
import { applicationLock } from './locks.ts'

/** Reads how an application presents itself. @throws Problem APPLICATION_NOT_FOUND */
export const getPresentation =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ id, caller }: { id: string; caller: Caller }): Promise<Presentation> => {
    requireOwn(await applications.find(pool, id), caller)
    return presentations.find(pool, id)
  }

/** The presentation to write, the caller, and the versions in its If-Match header. */
export interface WritePresentation {
  id: string
  caller: Caller
  ifMatch?: number[] | undefined
}

type Parts = Omit<Presentation, 'applicationId' | 'version'>

/**
 * The steps of every change of a presentation; a change without effect creates no version.
 * @param next returns the new parts; undefined if there is nothing to write
 * @param alsoWrite makes further writes of the change, after that of the presentation
 * @throws Problem APPLICATION_NOT_FOUND, VERSION_MISMATCH, and the errors of `next`
 */
export const writePresentation = (
  { transaction, outbox, clock }: Pick<Deps, 'transaction' | 'outbox' | 'clock'>,
  { id, caller, ifMatch }: WritePresentation,
  next: (current: Presentation) => Parts | undefined,
  alsoWrite: (tx: Tx, now: Date) => void = () => undefined,
): Promise<Keyed<Presentation>> =>
  transaction(
    async (tx) => {
      requireOwn(await applications.lock(tx, id), caller)
      const current = await presentations.find(tx, id)
      const parts = next(current)
      requireMatch(current, { ifMatch })
      if (!parts) return current
      const wanted = { ...parts, applicationId: id, version: current.version }
      // the first write counts even if it sets nothing: it gives the application a profile
      if (current.version > 0 && isDeepStrictEqual(wanted, current)) return current
      const presentation = { ...wanted, version: current.version + 1 }
      const now = clock.now()
      presentations.put(tx, presentation, actorOf(caller), now)
      alsoWrite(tx, now)
      outbox.append(tx, presentationChanged(presentation, now))
      return presentation
    },
    [applicationLock(id)],
  )

interface ChangePresentation extends WritePresentation {
  /** Returns the new presentation; the logo stays as it is. */
  changed: (current: Presentation) => PresentationRequest
}

/**
 * Changes how an application presents itself.
 * @throws Problem APPLICATION_NOT_FOUND, VERSION_MISMATCH, and the errors of `changed`
 */
export const changePresentation =
  (deps: Deps) =>
  ({ changed, ...which }: ChangePresentation): Promise<Keyed<Presentation>> =>
    writePresentation(deps, which, (current) => {
      const { brand, ...parts } = changed(current)
      const { logo } = current.brand
      return { ...parts, brand: { ...brand, ...(logo && { logo }) } }
    })
