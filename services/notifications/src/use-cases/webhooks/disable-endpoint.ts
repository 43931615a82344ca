import type { Tx } from '@appointments/postgres'
import { endpointHealth } from '../../repositories/webhooks/endpoint-health.ts'
import { notifications } from '../../repositories/plan/notifications.ts'
import { type Watching, alertOwner } from './alert-owner.ts'

export async function disableEndpoint(
  tx: Tx,
  deps: Watching,
  endpointId: string,
  reason: 'GONE' | 'NO_SUCCESS',
  now: Date,
): Promise<void> {
  const disabled = await endpointHealth.disable(tx, endpointId, reason, now)
  if (!disabled) return
  // planned ones are checked when they are due: the endpoint may work again by then
  notifications.withdrawFromEndpoint(tx, endpointId, { reason: 'endpoint_disabled', dueOnly: true }, now)
  alertOwner(tx, deps, disabled, reason, now)
}
