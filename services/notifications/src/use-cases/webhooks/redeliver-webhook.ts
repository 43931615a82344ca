import { problem, type Caller } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Notification } from '../../domain/notification.ts'
import { takesWebhooks, type WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookDeliveries } from '../../repositories/webhooks/webhook-deliveries.ts'
import type { Deps } from '../deps.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'

/**
 * Sends a webhook again under the same id, whatever its status or the state of its appointment. A webhook that was
 * cancelled before its planned time is sent at that time.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND, NOTIFICATION_NOT_FOUND, CONTENT_GONE
 * @throws Problem NOT_RETRYABLE while it is in flight, or if the endpoint is disabled
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
      const endpoint = await requireOwnEndpoint(tx, caller, id)
      const delivery = await webhookDeliveries.lock(tx, endpoint, deliveryId)
      if (!delivery) throw problem('NOTIFICATION_NOT_FOUND')
      deps.about(tx, delivery.appointmentId)
      checkOpen(endpoint)
      if (!delivery.hasContent) throw problem('CONTENT_GONE')
      const [again] = await webhookDeliveries.sendAgain(tx, [deliveryId], deps.clock.now())
      if (!again) throw problem('NOT_RETRYABLE', 'The webhook is still being delivered.')
      return again
    })

export function checkOpen(endpoint: WebhookEndpoint): void {
  if (!takesWebhooks(endpoint)) throw problem('NOT_RETRYABLE', 'The webhook endpoint is disabled.')
}
