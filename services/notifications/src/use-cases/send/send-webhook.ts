import type { ReceiverResponse } from '../../channels/channel.ts'
import { openedHeaders } from '../../keys/endpoint-headers.ts'
import type { Notification } from '../../domain/notification.ts'
import { cancelFor, type Transition } from '../../domain/send/transition.ts'
import { lasting } from '../../domain/webhooks/webhook-outcome.ts'
import { webhookOf } from '../../messages/webhooks/webhook.ts'
import { takesWebhooks } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookResponses } from '../../repositories/webhooks/webhook-responses.ts'
import { seenWebhook } from '../../messages/seen-message.ts'
import { signerFor } from '../../keys/webhook-signatures.ts'
import type { Deps } from '../deps.ts'
import type { DeliveryInput } from './delivery-input.ts'
import { showInViewer, headOf } from './show-in-viewer.ts'
import { afterOutcome } from './outcome-transition.ts'

export async function sendWebhook(
  deps: Deps,
  { notification, known, contacts, endpoint }: DeliveryInput,
): Promise<Transition> {
  if (!endpoint) return cancelFor(notification, 'endpoint_removed')
  if (!takesWebhooks(endpoint)) return cancelFor(notification, 'endpoint_disabled')
  const now = deps.clock.now()
  const headers = openedHeaders(deps.seal, endpoint)
  const target = { ...endpoint, headers, sign: signerFor(deps, endpoint) }
  const request = webhookOf({ notification, whole: known.whole, contacts, endpoint: target }, now)
  const { response, ...outcome } = await deps.channels.webhooks.send(request)
  await showInViewer(deps, notification, seenWebhook(headOf(deps, notification), request, outcome))
  if (response) await keepResponse(deps, notification, response, now)
  const { redeliveryAskedAt, scheduledFor, createdAt } = notification
  return afterOutcome(
    deps,
    notification,
    lasting(outcome, redeliveryAskedAt ?? scheduledFor ?? createdAt, now),
  )
}

/** Stores the response; if that fails, the webhook is not sent again. */
const keepResponse = (
  { pool, log }: Deps,
  notification: Notification,
  response: ReceiverResponse,
  at: Date,
): Promise<void> =>
  webhookResponses
    .keep(pool, notification, { ...response, attempt: notification.attemptNo + 1, at })
    .catch((error: unknown) =>
      log.warn({ err: error, notification: notification.id }, 'the response of a receiver was not stored'),
    )
