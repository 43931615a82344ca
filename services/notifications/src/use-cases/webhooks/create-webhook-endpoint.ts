import type { Caller, WebhookEndpointRequest } from '@appointments/contracts'
import { healthy } from '../../domain/webhooks/endpoint-alerts.ts'
import { sealedHeaders } from '../../keys/endpoint-headers.ts'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import { newWebhookSecret } from '../../keys/webhook-secrets.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication } from '../require-own-application.ts'
import { checkEndpointUrl } from './check-endpoint-url.ts'
import { disabledByUser } from './require-own-endpoint.ts'

/**
 * Registers a webhook endpoint with its own secret.
 * @throws Problem APPLICATION_NOT_FOUND, VALIDATION_FAILED
 */
export const createWebhookEndpoint =
  (deps: Deps) =>
  ({ caller, request }: { caller: Caller; request: WebhookEndpointRequest }) =>
    deps.transaction(async (tx) => {
      checkEndpointUrl(request, deps)
      await requireOwnApplication(tx, caller, request.applicationId)
      const id = `whe_${deps.newId()}`
      const secret = newWebhookSecret()
      const now = deps.clock.now()
      const { events = null, headers = {}, alertEmail = null, ...settings } = request
      const endpoint: WebhookEndpoint = {
        id,
        ...settings,
        events,
        headers: sealedHeaders(deps.seal, { id, headers: {} }, headers),
        alertEmail,
        ...healthy,
        ...(!request.enabled && disabledByUser(now)),
        sealedSecret: deps.seal.seal(secret, id),
        previousSecrets: [],
        secretTimes: {},
        createdAt: now,
        updatedAt: now,
      }
      webhookEndpoints.save(tx, endpoint)
      return { endpoint: { ...endpoint, last24h: { delivered: 0, failed: 0 } }, secret }
    })
