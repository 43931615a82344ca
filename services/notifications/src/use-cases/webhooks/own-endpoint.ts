import { problem, type Caller, type WebhookEndpointRequest } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import { addressFault } from '../../domain/webhooks/endpoint-address.ts'
import { applications } from '../../repositories/applications.ts'
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import type { Deps } from '../deps.ts'

/**
 * The endpoint, if it is the caller's to see: one of its organization, or any where it is confined to none.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function ownEndpoint(sql: Sql, caller: Caller, id: string): Promise<WebhookEndpoint> {
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

/**
 * Refuses an endpoint for an application that is not the caller's organization's. Without an organization any
 * application may be named, also one that is not known yet.
 * @throws Problem APPLICATION_NOT_FOUND
 */
export async function checkApplication(sql: Sql, caller: Caller, applicationId: string): Promise<void> {
  if (caller.organizationId === undefined) return
  const application = await applications.findKnown(sql, applicationId)
  if (application?.organizationId !== caller.organizationId) throw problem('APPLICATION_NOT_FOUND')
}

/**
 * Refuses what this installation can't deliver to, before anybody relies on it.
 * @throws Problem VALIDATION_FAILED
 */
export function checkRequest(
  { url }: WebhookEndpointRequest,
  { allowPrivateWebhooks }: Pick<Deps, 'allowPrivateWebhooks'>,
): void {
  const fault = addressFault(url, allowPrivateWebhooks)
  if (fault === undefined) return
  throw problem('VALIDATION_FAILED', {
    errors: [{ pointer: '/url', code: 'ADDRESS_NOT_ALLOWED', message: fault }],
  })
}

/** What an endpoint is like that somebody has switched off. */
export const switchedOff = (now: Date) => ({ disabledAt: now, disabledReason: 'SWITCHED_OFF' as const })
