import type { Caller } from '@appointments/contracts'
import type { Paging } from '../../domain/history/page.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import type { Deps } from '../deps.ts'

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
