import { reasons, type Notification } from '../../domain/notification.ts'
import { INTERRUPTED } from '../../domain/send/outcomes.ts'
import { afterReceipt, afterAttempt, type Transition } from '../../domain/send/transition.ts'
import { deliveries } from '../../repositories/send/deliveries.ts'
import { countRepetition } from './count-repetition.ts'
import type { Deps } from '../deps.ts'
import { releaseClaim } from './release-claim.ts'

const BATCH = 50
/** Settling a batch takes far less; an interrupted batch is recovered soon. */
const LEASE_MS = 10_000

/**
 * Settles notifications whose process crashed. How far it got is unknown, so each counts as an attempt with an
 * unknown outcome.
 * @returns true if there is more to do
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

/** An interrupted poll is repeated; an interrupted send may have reached the provider. */
const lost = (notification: Notification, moment: { now: Date; chance: number }): Transition =>
  notification.providerId === null
    ? afterAttempt(
        notification,
        { kind: 'unknown', providerStatus: INTERRUPTED, message: reasons.outcome_unknown },
        moment,
      )
    : afterReceipt(notification, { kind: 'no_report' }, moment)
