import type { Caller, WebhookEndpointRequest } from '@appointments/contracts'
import { healthy } from '../../domain/webhooks/endpoint-alerts.ts'
import { sealedHeaders } from '../../keys/endpoint-headers.ts'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication } from '../require-own-application.ts'
import { checkEndpointUrl } from './check-endpoint-url.ts'
import { lockOwnEndpoint, switchedOff } from './require-own-endpoint.ts'

/**
 * Replaces the settings of an endpoint and keeps its secret. Saving an enabled endpoint makes one that was
 * given up work again, with its failures forgotten.
 * A header whose value is masked keeps the value that is stored.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND, APPLICATION_NOT_FOUND, VALIDATION_FAILED
 */
export const updateWebhookEndpoint =
  (deps: Deps) =>
  ({ caller, id, request }: { caller: Caller; id: string; request: WebhookEndpointRequest }) =>
    deps.transaction(async (tx) => {
      const known = await lockOwnEndpoint(tx, caller, id)
      checkEndpointUrl(request, deps)
      await requireOwnApplication(tx, caller, request.applicationId)
      const { events = null, headers = {}, alertEmail = null, ...settings } = request
      const now = deps.clock.now()
      const endpoint: WebhookEndpoint = {
        ...known,
        ...settings,
        events,
        headers: sealedHeaders(deps.seal, known, headers),
        alertEmail,
        ...(request.enabled ? healthy : known.disabledAt === null && switchedOff(now)),
        updatedAt: now,
      }
      webhookEndpoints.save(tx, endpoint)
      return endpoint
    })
