import type { Caller } from '@appointments/contracts'
import { liveSecrets, type LiveSecret } from '../../domain/webhooks/webhook-endpoint.ts'
import type { Deps } from '../deps.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'

/**
 * The secrets of an endpoint that sign, the current one first, without their values.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export const findWebhookSecrets =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async ({ caller, id }: { caller: Caller; id: string }): Promise<LiveSecret[]> =>
    liveSecrets(await requireOwnEndpoint(pool, caller, id), clock.now())
