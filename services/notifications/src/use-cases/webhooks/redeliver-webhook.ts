import { problem, type Caller } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Notification } from '../../domain/notification.ts'
import { takesWebhooks, type WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookDeliveries, type Period } from '../../repositories/webhooks/webhook-deliveries.ts'
import type { Deps } from '../deps.ts'
import { ownEndpoint } from './own-endpoint.ts'

/**
 * Sends a webhook again as the same one, whatever became of it or of its appointment. One that was called off
 * before its time goes out at its time.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND, NOTIFICATION_NOT_FOUND, CONTENT_GONE
 * @throws Problem NOT_RETRYABLE while it is on its way, or where the endpoint is disabled
 */
export const redeliverWebhook =
  (deps: Deps) =>
  ({
    caller,
    id,
    deliveryId,
  }: {
    caller: Caller
    id: string
    deliveryId: string
  }): Promise<Keyed<Notification>> =>
    deps.transaction(async (tx) => {
      const endpoint = await ownEndpoint(tx, caller, id)
      const delivery = await webhookDeliveries.lock(tx, endpoint, deliveryId)
      if (!delivery) throw problem('NOTIFICATION_NOT_FOUND')
      deps.about(tx, delivery.appointmentId)
      checkOpen(endpoint)
      if (!delivery.hasContent) throw problem('CONTENT_GONE')
      const [again] = await webhookDeliveries.sendAgain(tx, [deliveryId], deps.clock.now())
      if (!again) throw problem('NOT_RETRYABLE', 'The webhook is still being delivered.')
      return again
    })

/**
 * Puts the webhooks of a period back in the queue: those that arrived or failed, and those that were not sent
 * because the endpoint was disabled or this service was away. What is on its way, or no longer kept, is left alone.
 * @returns how many
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 * @throws Problem NOT_RETRYABLE where the endpoint is disabled
 */
export const replayWebhooks =
  (deps: Deps) =>
  ({ caller, id, period }: { caller: Caller; id: string; period: Period }): Promise<Keyed<number>> =>
    deps.transaction(async (tx) => {
      const endpoint = await ownEndpoint(tx, caller, id)
      checkOpen(endpoint)
      const ids = await webhookDeliveries.findReplayable(tx, endpoint, period)
      return (await webhookDeliveries.sendAgain(tx, ids, deps.clock.now())).length
    })

function checkOpen(endpoint: WebhookEndpoint): void {
  if (!takesWebhooks(endpoint)) throw problem('NOT_RETRYABLE', 'The webhook endpoint is disabled.')
}
