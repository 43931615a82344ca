import { hasRole, problem, type Caller } from '@appointments/contracts'
import type { Notification } from '../../domain/notification.ts'
import type { WebhookAttempt } from '../../domain/webhooks/webhook-attempt.ts'
import type { SentContent } from '../../domain/send/sent-content.ts'
import { messageContents } from '../../repositories/history/message-contents.ts'
import { webhookAttempts } from '../../repositories/webhooks/webhook-attempts.ts'
import { webhookDeliveries } from '../../repositories/webhooks/webhook-deliveries.ts'
import type { Deps } from '../deps.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'

/** A delivery with its last request and all its attempts. */
export interface DeliveryDetail {
  delivery: Notification
  /** Absent if no request was sent, or if it is no longer kept. */
  request: SentContent | undefined
  attempts: WebhookAttempt[]
}

/**
 * Reads a delivery of an endpoint. A receiver's responses may reveal internals that an integration does not need, so
 * only supervisors see them.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND, NOTIFICATION_NOT_FOUND
 */
export const getWebhookDelivery =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({
    caller,
    id,
    deliveryId,
  }: {
    caller: Caller
    id: string
    deliveryId: string
  }): Promise<DeliveryDetail> => {
    const endpoint = await requireOwnEndpoint(pool, caller, id)
    const delivery = await webhookDeliveries.find(pool, endpoint, deliveryId)
    if (!delivery) throw problem('NOTIFICATION_NOT_FOUND')
    const attempts = await webhookAttempts.list(pool, deliveryId)
    return {
      delivery,
      request: (await messageContents.find(pool, deliveryId))?.content,
      attempts: hasRole(caller, 'ROLE_SUPERVISOR')
        ? attempts
        : attempts.map(({ response: _, ...attempt }) => attempt),
    }
  }
