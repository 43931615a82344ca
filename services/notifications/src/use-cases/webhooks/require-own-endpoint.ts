import { problem, type Caller } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'

/**
 * The endpoint, if it is the caller's to see: one of its organization, or any where it is confined to none.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function requireOwnEndpoint(sql: Sql, caller: Caller, id: string): Promise<WebhookEndpoint> {
  const endpoint = await webhookEndpoints.find(sql, id, caller.organizationId)
  if (!endpoint) throw problem('WEBHOOK_ENDPOINT_NOT_FOUND')
  return endpoint
}

/**
 * The same, held for a change until the transaction ends.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function lockOwnEndpoint(tx: Tx, caller: Caller, id: string): Promise<WebhookEndpoint> {
  const endpoint = await webhookEndpoints.lock(tx, id, caller.organizationId)
  if (!endpoint) throw problem('WEBHOOK_ENDPOINT_NOT_FOUND')
  return endpoint
}

/** What an endpoint is like that somebody has switched off. */
export const switchedOff = (now: Date) => ({ disabledAt: now, disabledReason: 'SWITCHED_OFF' as const })
