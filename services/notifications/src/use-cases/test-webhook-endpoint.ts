import type { Caller, pingedEndpoint } from '@appointments/contracts'
import type { z } from 'zod'
import type { Outcome } from '../domain/outcomes.ts'
import { GONE } from '../domain/webhook-outcome.ts'
import { pingOf } from '../messages/webhook.ts'
import { seenWebhook } from '../viewer/seen-message.ts'
import { signingSecrets } from '../webhook-secrets.ts'
import type { Deps } from './deps.ts'
import { keepHealth, type Health } from './endpoint-health.ts'
import { ownEndpoint } from './own-endpoint.ts'

/** Somebody waits for the answer, so a receiver has less time than for a webhook: less than the gateway gives a service. */
const MOST_MS = 4000

/**
 * Sends a signed test webhook at once and tells what came of it. It is no delivery and is not repeated; what it
 * says about the endpoint counts like any attempt. One that is disabled can be tested, and stays disabled.
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export const testWebhookEndpoint =
  (deps: Deps) =>
  async ({ caller, id }: { caller: Caller; id: string }): Promise<z.input<typeof pingedEndpoint>> => {
    const endpoint = await ownEndpoint(deps.pool, caller, id)
    const now = deps.clock.now()
    const deliveryId = `ping_${deps.newId()}`
    const request = pingOf(
      deliveryId,
      {
        ...endpoint,
        secrets: signingSecrets(deps.seal, endpoint, now),
        timeoutMs: Math.min(endpoint.timeoutMs, MOST_MS),
      },
      now,
    )
    const outcome = await deps.channels.webhooks.send(request)
    const head = { id: deliveryId, at: now.toISOString(), type: 'PING', attempt: 1 }
    await deps.viewer?.keep(seenWebhook(head, request, outcome))
    return deps.transaction(async (tx) => {
      const health = healthAfter(outcome)
      if (health) await keepHealth(tx, id, health, deps.clock.now())
      return {
        deliveryId,
        status: outcome.kind === 'delivered' ? ('DELIVERED' as const) : ('FAILED' as const),
        ...('providerStatus' in outcome && { providerStatus: outcome.providerStatus }),
        ...(outcome.kind !== 'delivered' &&
          'message' in outcome && { message: outcome.message.slice(0, 500) }),
      }
    })
  }

function healthAfter(outcome: Outcome): Health | undefined {
  // nothing was tried
  if (outcome.kind === 'unavailable') return undefined
  if (outcome.kind === 'delivered') return 'WORKS'
  return outcome.providerStatus === GONE ? 'GONE' : 'FAILS'
}
