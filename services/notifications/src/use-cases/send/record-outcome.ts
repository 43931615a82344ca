import type { Tx } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import { INTERNAL_ERROR, INTERRUPTED } from '../../domain/send/outcomes.ts'
import type { Transition } from '../../domain/send/transition.ts'
import { deliveries, type Claimed } from '../../repositories/send/deliveries.ts'
import { erasures } from '../../repositories/history/erasures.ts'
import type { Deps } from '../deps.ts'
import { healthAfterFailure, recordEndpointHealth, type Health } from '../webhooks/record-endpoint-health.ts'
import { keepSent } from './keep-sent.ts'
import { sendStandIn } from './send-stand-in.ts'
import { suppress } from '../consent/suppress.ts'

/**
 * Stores the result of a notification that was sent, polled or abandoned, with all consequences. Without the lease,
 * only the first event, a suppression of the address and the health of the endpoint are recorded. An encrypted source
 * is deleted when its notification ends.
 * @returns false if another process holds the lease
 */
export async function recordOutcome(
  tx: Tx,
  deps: Deps,
  claimed: Claimed,
  transition: Transition,
): Promise<boolean> {
  const { notification } = claimed
  const now = deps.clock.now()
  const { isOurs, isSealed } = await deliveries.record(tx, claimed, transition, now)
  // a finding about the address is true even without the lease
  await suppress(tx, deps, notification, transition.suppression)
  if (isOurs) await keepSent(tx, notification, transition, now)
  if (isOurs) await sendStandIn(tx, deps, notification, transition)
  const health = notification.channel === 'WEBHOOKS' ? healthAfter(notification, transition) : undefined
  if (health) await recordEndpointHealth(tx, deps, notification.recipientKey, health, now)
  if (isSealed && transition.dueAt === null) erasures.endIfOver(tx, notification.id)
  return isOurs
}

const OWN_FAULTS: readonly (string | null)[] = [INTERNAL_ERROR, INTERRUPTED]

/** The attempt's result for the endpoint's health; undefined if there was no attempt, or if this service failed. */
function healthAfter(
  { attemptNo }: Notification,
  { status, providerStatus, attemptNo: attempts }: Transition,
): Health | undefined {
  if (attempts === attemptNo || OWN_FAULTS.includes(providerStatus)) return undefined
  if (status === 'DELIVERED') return 'WORKS'
  return healthAfterFailure(providerStatus)
}
