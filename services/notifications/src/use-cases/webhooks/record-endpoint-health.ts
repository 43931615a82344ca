import type { Tx } from '@appointments/postgres'
import { GONE, TIMED_OUT } from '../../domain/webhooks/webhook-outcome.ts'
import { endpointHealth } from '../../repositories/webhooks/endpoint-health.ts'
import type { Watching } from './alert-owner.ts'
import { disableEndpoint } from './disable-endpoint.ts'

/** What an attempt says about an endpoint. */
export type Health = 'WORKS' | 'FAILS' | 'TIMES_OUT' | 'GONE'

/**
 * Keeps how an endpoint fares. One that is gone is not called again until somebody enables it, and what waits
 * for it is called off.
 */
export async function recordEndpointHealth(
  tx: Tx,
  deps: Watching,
  endpointId: string,
  health: Health,
  now: Date,
): Promise<void> {
  if (health === 'WORKS') endpointHealth.keepSuccess(tx, endpointId, now)
  else if (health === 'GONE') await disableEndpoint(tx, deps, endpointId, 'GONE', now)
  else endpointHealth.keepFailure(tx, endpointId, health === 'TIMES_OUT', now)
}

/** What the provider status of an attempt that failed says about the endpoint. */
export const healthAfterFailure = (providerStatus: string | null): Health => {
  if (providerStatus === GONE) return 'GONE'
  return providerStatus === TIMED_OUT ? 'TIMES_OUT' : 'FAILS'
}
