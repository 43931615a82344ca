import type { Caller } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { webhookDeliveries, type Period } from '../../repositories/webhooks/webhook-deliveries.ts'
import type { Deps } from '../deps.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'
import { checkOpen } from './redeliver-webhook.ts'

/**
 * Puts the webhooks of a period back into the queue: those that were delivered or failed, and those that were not sent
 * because the endpoint was disabled or this service was down. Webhooks in flight and webhooks without content stay
 * unchanged.
 * @param dryRun only counts the webhooks
 * @returns the number of webhooks
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 * @throws Problem NOT_RETRYABLE if the endpoint is disabled
 */
export const replayWebhooks =
  (deps: Deps) =>
  ({
    caller,
    id,
    period: { dryRun, ...period },
  }: {
    caller: Caller
    id: string
    period: Period & { dryRun: boolean }
  }): Promise<Keyed<number>> =>
    deps.transaction(async (tx) => {
      const endpoint = await requireOwnEndpoint(tx, caller, id)
      checkOpen(endpoint)
      if (dryRun) return webhookDeliveries.countReplayable(tx, endpoint, period)
      const ids = await webhookDeliveries.findReplayable(tx, endpoint, period)
      return (await webhookDeliveries.sendAgain(tx, ids, deps.clock.now())).length
    })
