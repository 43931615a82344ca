import { openedHeaders } from '../../keys/endpoint-headers.ts'
import { cancelFor, type Transition } from '../../domain/send/transition.ts'
import { lasting } from '../../domain/send/webhook-outcome.ts'
import { contentOfWebhook } from '../../messages/sent-content.ts'
import { webhookOf } from '../../messages/webhooks/webhook.ts'
import { takesEvent, takesWebhooks } from '../../domain/webhooks/webhook-endpoint.ts'
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
  // a user may request a redelivery of any event
  if (notification.redeliveryAskedAt === null && !takesEvent(endpoint, notification.type))
    return cancelFor(notification, 'channel_disabled')
  if (!takesWebhooks(endpoint)) return cancelFor(notification, 'endpoint_disabled')
  const now = deps.clock.now()
  const headers = openedHeaders(deps.seal, endpoint)
  const target = { ...endpoint, headers, sign: signerFor(deps, endpoint) }
  const request = webhookOf({ notification, whole: known.whole, contacts, endpoint: target }, now)
  const { response, ...outcome } = await deps.channels.webhooks.send(request)
  await showInViewer(deps, notification, seenWebhook(headOf(deps, notification), request, outcome))
  const { redeliveryAskedAt, scheduledFor, createdAt } = notification
  const transition = afterOutcome(
    deps,
    notification,
    lasting(outcome, redeliveryAskedAt ?? scheduledFor ?? createdAt, now),
  )
  if (outcome.kind === 'unavailable') return transition
  return {
    ...transition,
    sent: contentOfWebhook(request, Object.keys(headers)),
    ...(target.includeContact && { quoted: contacts.map(({ id }) => id) }),
    tried: {
      attempt: notification.attemptNo + 1,
      at: now,
      durationMs: deps.clock.now().getTime() - now.getTime(),
      ...(response
        ? { status: response.status, response: response.body }
        : transition.message !== null && { error: transition.message }),
    },
  }
}
