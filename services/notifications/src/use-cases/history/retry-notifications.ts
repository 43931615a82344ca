import type { Application, Caller, RetryOutcome } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Tx } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import { retriesWhenSentAgain } from '../../domain/send/retries.ts'
import { applications } from '../../repositories/applications.ts'
import { appointments } from '../../repositories/plan/appointments.ts'
import { notifications } from '../../repositories/plan/notifications.ts'
import type { Deps } from '../deps.ts'
import { mayReadMessages } from './require-visible-notification.ts'
import { markRetryable } from './mark-retryable.ts'

/** The result for one of the ids. */
export interface Retried {
  id: string
  outcome: RetryOutcome
}

/**
 * Sends failed notifications again immediately, each under its own id. A notification that cannot be sent again does
 * not stop the others.
 * @returns one result for each id, in the order of the request
 */
export const retryNotifications =
  (deps: Deps) =>
  ({ caller, ids }: { caller: Caller; ids: readonly string[] }): Promise<Keyed<Retried[]>> =>
    deps.transaction(async (tx) => {
      const visible = await visibleTo(tx, caller, await notifications.lockAll(tx, ids))
      const outcomes = new Map<string, RetryOutcome>()
      for (const { application, found } of visible)
        for (const one of await markRetryable(deps, application, found)) {
          outcomes.set(one.id, outcomeOf(one))
          if (outcomeOf(one) === 'QUEUED')
            await notifications.sendAgain(tx, one, retriesWhenSentAgain(one), deps.clock.now())
        }
      return ids.map((id) => ({ id, outcome: outcomes.get(id) ?? 'NOT_FOUND' }))
    })

const outcomeOf = ({ hasContent, canRetry }: { hasContent: boolean; canRetry: boolean }): RetryOutcome => {
  if (!hasContent) return 'CONTENT_GONE'
  return canRetry ? 'QUEUED' : 'NOT_RETRYABLE'
}

/** The notifications whose history the caller may see, by application. */
async function visibleTo(
  tx: Tx,
  caller: Caller,
  found: readonly Notification[],
): Promise<{ application: Application; found: Notification[] }[]> {
  const known = await appointments.findReadableOf(tx, [
    ...new Set(found.map(({ appointmentId }) => appointmentId)),
  ])
  const ids = [...new Set(found.map(({ applicationId }) => applicationId))]
  return Promise.all(
    ids.map(async (id) => {
      const application = await applications.find(tx, id)
      const isVisible = ({ appointmentId }: Notification) => {
        const whole = known.get(appointmentId)
        return whole !== undefined && mayReadMessages(caller, whole, application)
      }
      return {
        application,
        found: found.filter((one) => one.applicationId === id && isVisible(one)),
      }
    }),
  )
}
