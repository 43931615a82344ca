import { hasRole, type Caller, type WebhookDeliveryQuery } from '@appointments/contracts'
import type { Notification } from '../../domain/notification.ts'
import type { Page } from '../../domain/history/page.ts'
import { webhookDeliveries } from '../../repositories/webhooks/webhook-deliveries.ts'
import { webhookResponses, type KeptResponse } from '../../repositories/webhooks/webhook-responses.ts'
import type { Deps } from '../deps.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'

/** A notification record with what its receiver last answered, where the caller may see that. */
export type DeliveryWithResponse = Notification & { response?: KeptResponse }

/**
 * What was to be sent to an endpoint, and what became of it. What a receiver answered may show more of its
 * inside than an integration needs, so only people see it.
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
    const responses = await webhookResponses.find(
      pool,
      found.content.map((delivery) => delivery.id),
    )
    const answered = (delivery: Notification): DeliveryWithResponse => {
      const response = responses.get(delivery.id)
      return response ? { ...delivery, response } : delivery
    }
    return { ...found, content: found.content.map(answered) }
  }
