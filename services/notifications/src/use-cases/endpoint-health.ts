import type { Sql } from '@appointments/postgres'
import { notifications } from '../repositories/notifications.ts'
import { webhookEndpoints } from '../repositories/webhook-endpoints.ts'

/** What an attempt says about an endpoint. */
export type Health = 'WORKS' | 'FAILS' | 'GONE'

/**
 * Keeps how an endpoint fares. One that is gone is not called again until somebody enables it, and what waits
 * for it is called off.
 */
export async function keepHealth(tx: Sql, endpointId: string, health: Health, now: Date): Promise<void> {
  const state = { WORKS: 'ACTIVE', FAILS: 'FAILING', GONE: 'DISABLED' } as const
  await webhookEndpoints.keepState(tx, endpointId, state[health], now)
  if (health === 'GONE') await notifications.withdrawFromEndpoint(tx, endpointId, 'endpoint_disabled', now)
}
