import type { Caller } from '@appointments/contracts'
import type { Paging } from '../../domain/history/page.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import type { Deps } from '../deps.ts'
import { ownEndpoint } from './own-endpoint.ts'

/** The endpoints of the caller's organization. */
export const findWebhookEndpoints =
  ({ pool }: Deps) =>
  ({
    caller,
    query,
  }: {
    caller: Caller
    query: Paging & { applicationId?: string | undefined; sortField?: 'createdAt' | 'id' | undefined }
  }) =>
    webhookEndpoints.list(pool, caller.organizationId, query)

/** @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND */
export const getWebhookEndpoint =
  ({ pool }: Deps) =>
  ({ caller, id }: { caller: Caller; id: string }) =>
    ownEndpoint(pool, caller, id)
