import type { Caller } from '@appointments/contracts'
import type { Deps } from '../deps.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'
import { oneWithLastDay, type EndpointWithFigures } from './with-last-day.ts'

/** @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND */
export const getWebhookEndpoint =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async ({ caller, id }: { caller: Caller; id: string }): Promise<EndpointWithFigures> =>
    oneWithLastDay(pool, await requireOwnEndpoint(pool, caller, id), clock.now())
