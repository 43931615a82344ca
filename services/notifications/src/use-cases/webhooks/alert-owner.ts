import type { Tx } from '@appointments/postgres'
import { MOST_FAILING_MS, type EndpointAlert } from '../../domain/webhooks/endpoint-alerts.ts'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { endpointHealth } from '../../repositories/webhooks/endpoint-health.ts'
import type { Deps } from '../deps.ts'

export type Watching = Pick<Deps, 'newId' | 'log'>

export function alertOwner(
  tx: Tx,
  { newId, log }: Watching,
  { id, applicationId, url, failingSince, failedAttempts, alertEmail }: WebhookEndpoint,
  reason: EndpointAlert['reason'],
  now: Date,
): void {
  const alert: EndpointAlert = {
    endpointId: id,
    applicationId,
    host: new URL(url).host,
    reason,
    ...(failingSince && {
      failingSince: failingSince.toISOString(),
      ...(reason === 'FAILING' && {
        disabledFrom: new Date(failingSince.getTime() + MOST_FAILING_MS).toISOString(),
      }),
    }),
  }
  const line = { event: 'webhook_endpoint_alert', failedAttempts, ...alert }
  log.warn(line, reason === 'FAILING' ? 'a webhook endpoint fails' : 'a webhook endpoint was disabled')
  if (alertEmail !== null) endpointHealth.addAlert(tx, `wha_${newId()}`, alert, now)
}
