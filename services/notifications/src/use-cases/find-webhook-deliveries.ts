import type { Caller, WebhookDeliveryQuery } from '@appointments/contracts'
import type { Notification } from '../domain/notification.ts'
import type { Page } from '../domain/page.ts'
import { webhookDeliveries } from '../repositories/webhook-deliveries.ts'
import type { Deps } from './deps.ts'
import { ownEndpoint } from './own-endpoint.ts'

/**
 * What was to be sent to an endpoint, and what became of it.
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
  }): Promise<Page<Notification>> =>
    webhookDeliveries.list(pool, await ownEndpoint(pool, caller, id), query)
