import type { Tx } from '@appointments/postgres'
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
  const health = notification.channel === 'WEBHOOKS' ? healthAfter(transition) : undefined
  if (health) await recordEndpointHealth(tx, deps, notification.recipientKey, health, now)
  if (isSealed && transition.dueAt === null) erasures.endIfOver(tx, notification.id)
  return isOurs
}

/** The attempt's result for the endpoint's health; undefined if there was no attempt. */
function healthAfter({ status, providerStatus, attemptNo }: Transition): Health | undefined {
  if (attemptNo === 0 || status === 'CANCELLED') return undefined
  if (status === 'DELIVERED') return 'WORKS'
  return healthAfterFailure(providerStatus)
}
