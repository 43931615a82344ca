import { hasRole, type Caller, type Page, type WebhookDeliveryQuery } from '@appointments/contracts'
import type { Notification } from '../../domain/notification.ts'
import { webhookDeliveries } from '../../repositories/webhooks/webhook-deliveries.ts'
import { webhookAttempts, type KeptResponse } from '../../repositories/webhooks/webhook-attempts.ts'
import type { Deps } from '../deps.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'

/** A delivery with its receiver's last response, if the caller may see that. */
export type DeliveryWithResponse = Notification & { response?: KeptResponse }

/**
 * The deliveries of an endpoint. A receiver's response may reveal internals that an integration does not need, so
 * only supervisors see it.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export const findWebhookDeliveries =
  ({ pool }: Deps) =>
  async ({
    caller,
    id,
    query,
  }: {
    caller: Caller
    id: string
    query: WebhookDeliveryQuery
  }): Promise<Page<DeliveryWithResponse>> => {
    const found = await webhookDeliveries.list(pool, await requireOwnEndpoint(pool, caller, id), query)
    if (!hasRole(caller, 'ROLE_SUPERVISOR')) return found
    const responses = await webhookAttempts.lastResponses(
      pool,
      found.content.map((delivery) => delivery.id),
    )
    const withResponse = (delivery: Notification): DeliveryWithResponse => {
      const response = responses.get(delivery.id)
      return response ? { ...delivery, response } : delivery
    }
    return { ...found, content: found.content.map(withResponse) }
  }
