import { problem, type Caller, type WebhookEndpointRequest } from '@appointments/contracts'
import { healthy } from '../../domain/webhooks/endpoint-alerts.ts'
import { sealedHeaders } from '../../keys/endpoint-headers.ts'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import type { Deps } from '../deps.ts'
import { checkEndpointUrl } from './check-endpoint-url.ts'
import { disabledByUser, endpointLock, lockOwnEndpoint } from './require-own-endpoint.ts'
import { oneWithLastDay } from './with-last-day.ts'

/**
 * Replaces the settings of an endpoint and keeps its secret. Saving an enabled endpoint resets its failures, which
 * also reactivates an endpoint that was disabled by failures. A masked header value keeps the stored one, unless the
 * endpoint moves to another server.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND, VALIDATION_FAILED
 */
export const updateWebhookEndpoint =
  (deps: Deps) =>
  ({ caller, id, request }: { caller: Caller; id: string; request: WebhookEndpointRequest }) =>
    deps.transaction(
      async (tx) => {
        const known = await lockOwnEndpoint(tx, caller, id)
        checkSameApplication(request, known)
        checkEndpointUrl(request, deps)
        const { events = null, headers = {}, alertEmail = null, ...settings } = request
        const isMoved = new URL(request.url).origin !== new URL(known.url).origin
        const now = deps.clock.now()
        const endpoint: WebhookEndpoint = {
          ...known,
          ...settings,
          events,
          headers: sealedHeaders(deps.seal, known, headers, isMoved),
          alertEmail,
          ...(request.enabled ? healthy : known.disabledAt === null && disabledByUser(now)),
          updatedAt: now,
        }
        webhookEndpoints.save(tx, endpoint)
        return oneWithLastDay(tx, endpoint, now)
      },
      [endpointLock(id)],
    )

/** Rejects another application, because the deliveries of the endpoint would stay with the first one. */
function checkSameApplication(request: WebhookEndpointRequest, known: WebhookEndpoint): void {
  if (request.applicationId === known.applicationId) return
  const message = 'must be the application that the endpoint belongs to'
  throw problem('VALIDATION_FAILED', {
    errors: [{ pointer: '/applicationId', code: 'INVALID_VALUE', message }],
  })
}
