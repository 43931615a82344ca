import type { Tx } from '@appointments/postgres'
import { GONE, TIMED_OUT } from '../../domain/webhooks/webhook-outcome.ts'
import {
  alertStepOf,
  isGivenUp,
  MOST_FAILING_MS,
  type EndpointAlert,
} from '../../domain/webhooks/endpoint-alerts.ts'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { endpointHealth } from '../../repositories/webhooks/endpoint-health.ts'
import { notifications } from '../../repositories/plan/notifications.ts'
import type { Deps } from '../deps.ts'

/** What an attempt says about an endpoint. */
export type Health = 'WORKS' | 'FAILS' | 'TIMES_OUT' | 'GONE'

type Watching = Pick<Deps, 'newId' | 'log'>

/**
 * Keeps how an endpoint fares. One that is gone is not called again until somebody enables it, and what waits
 * for it is called off.
 */
export async function keepHealth(
  tx: Tx,
  deps: Watching,
  endpointId: string,
  health: Health,
  now: Date,
): Promise<void> {
  if (health === 'WORKS') endpointHealth.keepSuccess(tx, endpointId, now)
  else if (health === 'GONE') await giveUp(tx, deps, endpointId, 'GONE', now)
  else endpointHealth.keepFailure(tx, endpointId, health === 'TIMES_OUT', now)
}

/** What the provider status of an attempt that failed says about the endpoint. */
export const healthAfterFailure = (providerStatus: string | null): Health => {
  if (providerStatus === GONE) return 'GONE'
  return providerStatus === TIMED_OUT ? 'TIMES_OUT' : 'FAILS'
}

/**
 * Looks after endpoints that fail: tells their owners at each step, and disables those that have had no success
 * for 120 hours (docs/contract/webhooks.md#failing-endpoints).
 * @returns true where there is more to do
 */
export const watchEndpoints =
  ({ transaction, clock, ...deps }: Pick<Deps, 'transaction' | 'clock'> & Watching) =>
  (): Promise<boolean> =>
    transaction(async (tx) => {
      const now = clock.now()
      const endpoint = await endpointHealth.lockAlerting(tx, now)
      if (!endpoint) return false
      const step = alertStepOf(endpoint, now)
      endpointHealth.keepAlertStep(tx, endpoint.id, step)
      if (isGivenUp(step)) await giveUp(tx, deps, endpoint.id, 'NO_SUCCESS', now)
      else alert(tx, deps, endpoint, 'FAILING', now)
      return true
    })

async function giveUp(
  tx: Tx,
  deps: Watching,
  endpointId: string,
  reason: 'GONE' | 'NO_SUCCESS',
  now: Date,
): Promise<void> {
  const disabled = await endpointHealth.disable(tx, endpointId, reason, now)
  if (!disabled) return
  notifications.withdrawFromEndpoint(tx, endpointId, 'endpoint_disabled', now)
  alert(tx, deps, disabled, reason, now)
}

function alert(
  tx: Tx,
  { newId, log }: Watching,
  { id, applicationId, url, failingSince, failedAttempts, alertEmail }: WebhookEndpoint,
  reason: EndpointAlert['reason'],
  now: Date,
): void {
  const told: EndpointAlert = {
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
  const line = { event: 'webhook_endpoint_alert', failedAttempts, ...told }
  log.warn(line, reason === 'FAILING' ? 'a webhook endpoint fails' : 'a webhook endpoint was disabled')
  if (alertEmail !== null) endpointHealth.addAlert(tx, `wha_${newId()}`, told, now)
}
