import type { Tx } from '@appointments/postgres'
import { GONE, TIMED_OUT } from '../../domain/send/webhook-outcome.ts'
import { endpointHealth } from '../../repositories/webhooks/endpoint-health.ts'
import type { Watching } from './alert-owner.ts'
import { disableEndpoint } from './disable-endpoint.ts'

/** Result of an attempt for the health of the endpoint. */
export type Health = 'WORKS' | 'FAILS' | 'TIMES_OUT' | 'GONE'

/**
 * Records the health of an endpoint. One that is gone is disabled until a user enables it, and its pending webhooks
 * are cancelled.
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

/** The health that follows from the provider status of a failed attempt. */
export const healthAfterFailure = (providerStatus: string | null): Health => {
  if (providerStatus === GONE) return 'GONE'
  return providerStatus === TIMED_OUT ? 'TIMES_OUT' : 'FAILS'
}
