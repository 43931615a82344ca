import {
  actorOf,
  rejectUnknown,
  requireMatch,
  unknownReference,
  type AvailabilitySettings,
  type AvailabilitySettingsRequest,
  type Caller,
} from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { requireConsistentPolicies } from '../domain/policy-conflict.ts'
import { availabilitySettingsChanged } from '../events.ts'
import { applications } from '../repositories/applications.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'
import type { Deps } from './deps.ts'
import { requireOwn } from './get-application.ts'
import { applicationLock } from './locks.ts'
import { noDecision } from './no-decision.ts'

/** Reads how an application offers times. @throws Problem APPLICATION_NOT_FOUND */
export const getAvailabilitySettings =
  ({ pool }: Deps) =>
  async ({ id, caller }: { id: string; caller: Caller }): Promise<AvailabilitySettings> => {
    requireOwn(await applications.find(pool, id), caller)
    return availabilitySettings.find(pool, id)
  }

interface PutAvailabilitySettings {
  id: string
  caller: Caller
  ifMatch?: number[] | undefined
  request: AvailabilitySettingsRequest
}

/**
 * Replaces the settings by which an application offers times. Newly named holiday calendars must exist.
 * @throws Problem APPLICATION_NOT_FOUND, POLICY_CONFLICT, UNKNOWN_REFERENCE, VERSION_MISMATCH, and UNAVAILABLE if the
 * availability service, which owns the calendars, does not reply
 */
export const putAvailabilitySettings =
  (deps: Deps) =>
  async ({ id, caller, ifMatch, request }: PutAvailabilitySettings): Promise<Keyed<AvailabilitySettings>> => {
    const { transaction, outbox, clock } = deps
    await requireKnownCalendars(deps, { id, caller, request })
    return transaction(
      async (tx) => {
        const application = requireOwn(await applications.lock(tx, id), caller)
        const current = await availabilitySettings.find(tx, id)
        requireConsistentPolicies(application, request, 'availabilityPolicy')
        requireMatch(current, { ifMatch })
        const settings = { ...request, applicationId: id, version: current.version + 1 }
        const now = clock.now()
        availabilitySettings.put(tx, settings, actorOf(caller), now)
        outbox.append(tx, availabilitySettingsChanged(settings, now))
        return settings
      },
      [applicationLock(id)],
    )
  }

async function requireKnownCalendars(
  { pool, findUnknownCalendars }: Deps,
  { id, caller, request }: PutAvailabilitySettings,
): Promise<void> {
  const { organizationId } = requireOwn(await applications.find(pool, id), caller)
  const { holidayCalendarIds: known } = await availabilitySettings.find(pool, id)
  const added = request.holidayCalendarIds.filter((calendar) => !known.includes(calendar))
  if (added.length === 0) return
  const unknown = await findUnknownCalendars(organizationId, added)
  if (!unknown) throw noDecision()
  const errors = request.holidayCalendarIds.flatMap((calendar, index) =>
    unknown.includes(calendar) ? [unknownReference(`/holidayCalendarIds/${index}`, 'holiday calendar')] : [],
  )
  rejectUnknown(errors)
}
