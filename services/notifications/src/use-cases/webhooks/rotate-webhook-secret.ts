import { lengthOf, type Caller } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { rotated } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import { newWebhookSecret } from '../../keys/webhook-secrets.ts'
import type { Deps } from '../deps.ts'
import { endpointLock, lockOwnEndpoint } from './require-own-endpoint.ts'

const DEFAULT_GRACE = 'PT24H'

/**
 * Creates a new secret for an endpoint. The previous one keeps signing until the grace period ends.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export const rotateWebhookSecret =
  ({ transaction, seal, clock }: Deps) =>
  ({
    caller,
    id,
    gracePeriod = DEFAULT_GRACE,
  }: {
    caller: Caller
    id: string
    gracePeriod?: string | undefined
  }): Promise<Keyed<{ secret: string }>> =>
    transaction(
      async (tx) => {
        const endpoint = await lockOwnEndpoint(tx, caller, id)
        const secret = newWebhookSecret()
        const now = clock.now()
        const secrets = rotated(endpoint, seal.seal(secret, id), lengthOf(gracePeriod), now)
        webhookEndpoints.keepSecrets(tx, id, secrets, now)
        return { secret }
      },
      [endpointLock(id)],
    )
