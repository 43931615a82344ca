import type { Caller } from '@appointments/contracts'
import { liveSecrets, type LiveSecret } from '../../domain/webhooks/webhook-endpoint.ts'
import type { Deps } from '../deps.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'

/**
 * Lists the secrets that sign for an endpoint, without their values, beginning with the current one.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export const findWebhookSecrets =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async ({ caller, id }: { caller: Caller; id: string }): Promise<LiveSecret[]> =>
    liveSecrets(await requireOwnEndpoint(pool, caller, id), clock.now())
