import { reasons, type Notification } from '../../domain/notification.ts'
import { afterReceipt, afterAttempt, type Transition } from '../../domain/send/transition.ts'
import { deliveries } from '../../repositories/send/deliveries.ts'
import { countRepetition } from './count-repetition.ts'
import type { Deps } from '../deps.ts'
import { releaseClaim } from './release-claim.ts'

const BATCH = 50
/** A batch is settled in far less; one that is interrupted is taken up again soon. */
const LEASE_MS = 10_000

/**
 * Settles what somebody took and never finished. How far it got is unknown, so it counts as an attempt whose
 * outcome is unknown.
 * @returns true where there is more to do
 */
export const recoverAbandoned = (deps: Deps) => async (): Promise<boolean> => {
  const { pool, transaction, clock, newId } = deps
  const now = clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const abandoned = await deliveries.claimExpired(pool, {
    limit: BATCH,
    now,
    leaseUntil,
    leaseToken: newId(),
  })
  for (const claimed of abandoned) {
    const transition = lost(claimed.notification, { now, chance: deps.chance() })
    await transaction((tx) => releaseClaim(tx, deps, claimed, transition))
    countRepetition(deps, claimed.notification, transition)
    deps.log.warn(
      { notification: claimed.notification.id },
      'an attempt was interrupted; its outcome is unknown',
    )
  }
  return abandoned.length === BATCH
}

/** A question to the provider that was interrupted is asked again; a sending may have got through. */
const lost = (notification: Notification, moment: { now: Date; chance: number }): Transition =>
  notification.providerId === null
    ? afterAttempt(
        notification,
        { kind: 'unknown', providerStatus: 'INTERRUPTED', message: reasons.outcome_unknown },
        moment,
      )
    : afterReceipt(notification, { kind: 'unanswered' }, moment)
