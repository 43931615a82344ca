import { problem, type Caller } from '@appointments/contracts'
import { liveSecrets, withoutSecret } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import type { Deps } from '../deps.ts'
import { endpointLock, lockOwnEndpoint } from './require-own-endpoint.ts'

/**
 * Ends a replaced secret at once, so that it signs no further attempt.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_SECRET_NOT_FOUND
 * @throws Problem SECRET_IS_CURRENT
 */
export const endWebhookSecret =
  ({ transaction, clock }: Pick<Deps, 'transaction' | 'clock'>) =>
  async ({ caller, id, secretId }: { caller: Caller; id: string; secretId: string }): Promise<void> => {
    await transaction(
      async (tx) => {
        const endpoint = await lockOwnEndpoint(tx, caller, id)
        const now = clock.now()
        const secret = liveSecrets(endpoint, now).find((one) => one.id === secretId)
        if (!secret) throw problem('WEBHOOK_SECRET_NOT_FOUND')
        if (secret.current) throw problem('SECRET_IS_CURRENT')
        webhookEndpoints.keepSecrets(tx, id, withoutSecret(endpoint, secretId), now)
      },
      [endpointLock(id)],
    )
  }
