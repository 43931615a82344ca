import { problem, type Caller } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'

/**
 * The endpoint, if it belongs to the caller's organization or the caller has none.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function requireOwnEndpoint(sql: Sql, caller: Caller, id: string): Promise<WebhookEndpoint> {
  const endpoint = await webhookEndpoints.find(sql, id, caller.organizationId)
  if (!endpoint) throw problem('WEBHOOK_ENDPOINT_NOT_FOUND')
  return endpoint
}

/** The name of an endpoint's lock, for transactions that call {@link lockOwnEndpoint}. */
export const endpointLock = (id: string): string => `webhook endpoint:${id}`

/**
 * Like {@link requireOwnEndpoint}, and locks the endpoint until the transaction ends.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function lockOwnEndpoint(tx: Tx, caller: Caller, id: string): Promise<WebhookEndpoint> {
  const endpoint = await webhookEndpoints.lock(tx, id, caller.organizationId)
  if (!endpoint) throw problem('WEBHOOK_ENDPOINT_NOT_FOUND')
  return endpoint
}

/** Fields of an endpoint that a user has disabled. */
export const disabledByUser = (now: Date) => ({ disabledAt: now, disabledReason: 'SWITCHED_OFF' as const })
