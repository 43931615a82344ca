import { isDeepStrictEqual } from 'node:util'
import {
  actorOf,
  problem,
  requireMatch,
  type Application,
  type ApplicationPatch,
  type ApplicationRequest,
  type Caller,
  type SenderField,
  type WriteCondition,
} from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Tx } from '@appointments/postgres'
import { requireConsistentPolicies } from '../domain/policy-conflict.ts'
import { rejectUnsupervised } from '../domain/supervised-settings.ts'
import { applicationChanged } from '../events.ts'
import { applications } from '../repositories/applications.ts'
import { figures } from '../repositories/figures.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'
import type { Deps } from './deps.ts'
import { applicationLock } from './locks.ts'
import { requireOwn } from './get-application.ts'

interface PutApplication extends WriteCondition {
  id: string
  caller: Caller
  request: ApplicationRequest
}

/**
 * Replaces the settings of an application, or registers it. A caller with an organization can only register and change
 * applications of that organization; an application never changes its organization.
 * @throws Problem APPLICATION_NOT_FOUND, SENDER_NOT_ALLOWED, POLICY_CONFLICT, VERSION_MISMATCH
 */
export const putApplication =
  ({ transaction, outbox, clock, forbiddenSenders }: Deps) =>
  ({ id, caller, request, ...condition }: PutApplication): Promise<Keyed<Application>> =>
    transaction(
      async (tx) => {
        const current = await applications.lock(tx, id)
        if (current) requireOwn(current, caller)
        const application = next({ id, caller, request }, current)
        requireAllowed(forbiddenSenders(application))
        await requireNoConflict(tx, application)
        requireMatch(current, condition, 'application')
        return store({ tx, outbox, now: clock.now() }, { current, application }, caller)
      },
      [applicationLock(id)],
    )

interface PatchApplication {
  id: string
  caller: Caller
  ifMatch?: number[] | undefined
  /** The patch; the caller must be allowed to change all its settings. */
  patch: ApplicationPatch
  /** Returns the patched settings of the current application. */
  patched: (current: Application) => ApplicationRequest
}

/**
 * Changes some settings of an existing application; a patch that changes nothing creates no version.
 * @throws Problem APPLICATION_NOT_FOUND, FIELD_NOT_ALLOWED, SENDER_NOT_ALLOWED, POLICY_CONFLICT, VERSION_MISMATCH, and the errors of `patched`
 */
export const patchApplication =
  ({ transaction, outbox, clock, forbiddenSenders }: Deps) =>
  ({ id, caller, ifMatch, patch, patched }: PatchApplication): Promise<Keyed<Application>> =>
    transaction(
      async (tx) => {
        const current = requireOwn(await applications.lock(tx, id), caller)
        const application = next({ id, caller, request: patched(current) }, current)
        rejectUnsupervised(caller, patch)
        requireAllowed(forbiddenSenders(application))
        await requireNoConflict(tx, application)
        requireMatch(current, { ifMatch })
        if (isDeepStrictEqual({ ...application, version: current.version }, current)) return current
        return store({ tx, outbox, now: clock.now() }, { current, application }, caller)
      },
      [applicationLock(id)],
    )

async function requireNoConflict(tx: Tx, application: Application): Promise<void> {
  if (application.overlapPolicy === 'REJECT') return
  requireConsistentPolicies(application, await availabilitySettings.find(tx, application.id), 'overlapPolicy')
}

function requireAllowed(forbidden: readonly SenderField[]): void {
  const errors = forbidden.map((field) => ({
    pointer: `/notifications/from/${field}`,
    code: 'SENDER_NOT_ALLOWED',
    message: 'must be a sender that is allowed for the organization of the application',
  }))
  if (errors.length > 0) throw problem('SENDER_NOT_ALLOWED', { errors })
}

type Replacement = Pick<PutApplication, 'id' | 'caller' | 'request'>

/** The next version of an application. */
function next({ id, caller, request }: Replacement, current: Application | undefined): Application {
  const { organizationId: wanted, ...settings } = request
  const organizationId = caller.organizationId ?? current?.organizationId ?? wanted
  return {
    ...settings,
    id,
    version: (current?.version ?? 1) + 1,
    ...(organizationId !== undefined && { organizationId }),
  }
}

async function store(
  { tx, outbox, now }: Pick<Deps, 'outbox'> & { tx: Tx; now: Date },
  { current, application }: { current: Application | undefined; application: Application },
  caller: Caller,
): Promise<Application> {
  const actor = actorOf(caller)
  await applications.put(tx, application, actor, now)
  if (current?.defaultTimezone !== application.defaultTimezone) figures.noteAllDays(tx, application.id)
  outbox.append(tx, applicationChanged(application, actor, now))
  return application
}
