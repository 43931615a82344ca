import type { Caller, Page, Paging } from '@appointments/contracts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import type { Deps } from '../deps.ts'
import { withLastDay, type EndpointWithFigures } from './with-last-day.ts'

/** The endpoints of the caller's organization. */
export const findWebhookEndpoints =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async ({
    caller,
    query,
  }: {
    caller: Caller
    query: Paging & { applicationId?: string | undefined; sortField?: 'createdAt' | 'id' | undefined }
  }): Promise<Page<EndpointWithFigures>> => {
    const page = await webhookEndpoints.list(pool, caller.organizationId, query)
    return { ...page, content: await withLastDay(pool, page.content, clock.now()) }
  }
