import type { Caller } from '@appointments/contracts'
import { notifications } from '../../repositories/plan/notifications.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import type { Deps } from '../deps.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'

/**
 * Removes an endpoint and cancels its pending webhooks.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export const removeWebhookEndpoint =
  (deps: Deps) =>
  ({ caller, id }: { caller: Caller; id: string }): Promise<void> =>
    deps.transaction(async (tx) => {
      await requireOwnEndpoint(tx, caller, id)
      webhookEndpoints.remove(tx, id)
      notifications.withdrawFromEndpoint(tx, id, { reason: 'endpoint_removed' }, deps.clock.now())
    })
