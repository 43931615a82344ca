import type { Tx } from '@appointments/postgres'
import type { Transition } from '../../domain/send/transition.ts'
import { deliveries, type Claimed } from '../../repositories/send/deliveries.ts'
import { erasures } from '../../repositories/history/erasures.ts'
import type { Deps } from '../deps.ts'
import { healthAfterFailure, recordEndpointHealth, type Health } from '../webhooks/record-endpoint-health.ts'
import { sendStandIn } from './send-stand-in.ts'
import { suppress } from '../consent/suppress.ts'

/**
 * Writes what became of a notification that was sent, asked about or given up, with everything that follows from it.
 * Who has lost the lease writes only into the story. What was kept of an erased appointment or participant for a
 * message goes with the message.
 * @returns false where the lease had passed to somebody else
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
  // what an address is like is true whoever found out
  await suppress(tx, deps, notification, transition.suppression)
  if (isOurs) await sendStandIn(tx, deps, notification, transition)
  const health = notification.channel === 'WEBHOOKS' ? healthAfter(transition) : undefined
  if (health) await recordEndpointHealth(tx, deps, notification.recipientKey, health, now)
  if (isSealed && transition.dueAt === null) erasures.endIfOver(tx, notification.id)
  return isOurs
}

/** What an attempt says about its endpoint; nothing where none was made. */
function healthAfter({ status, providerStatus, attemptNo }: Transition): Health | undefined {
  if (attemptNo === 0 || status === 'CANCELLED') return undefined
  if (status === 'DELIVERED') return 'WORKS'
  return healthAfterFailure(providerStatus)
}
