import type { Caller, pingedEndpoint } from '@appointments/contracts'
import type { z } from 'zod'
import type { Outcome } from '../domain/outcomes.ts'
import { answeredStatus, GONE } from '../domain/webhook-outcome.ts'
import { pingOf, tamperedPingOf } from '../messages/webhook.ts'
import { seenWebhook } from '../viewer/seen-message.ts'
import { signerFor } from '../webhook-signatures.ts'
import type { Deps } from './deps.ts'
import { keepHealth, type Health } from './endpoint-health.ts'
import { ownEndpoint } from './own-endpoint.ts'

/** Somebody waits for the answer, so a receiver has less time than for a webhook: less than the gateway gives a service. */
const MOST_MS = 4000

/**
 * Sends a signed test webhook at once and tells what came of it. It is no delivery and is not repeated; what it
 * says about the endpoint counts like any attempt. One that is disabled can be tested, and stays disabled.
 * @param checkRejection sends a second one whose body was tampered with, which the receiver has to refuse
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 */
export const testWebhookEndpoint =
  (deps: Deps) =>
  async ({
    caller,
    id,
    checkRejection = false,
  }: {
    caller: Caller
    id: string
    checkRejection?: boolean | undefined
  }): Promise<z.input<typeof pingedEndpoint>> => {
    const endpoint = await ownEndpoint(deps.pool, caller, id)
    const now = deps.clock.now()
    const timeoutMs = Math.min(endpoint.timeoutMs, checkRejection ? MOST_MS / 2 : MOST_MS)
    const target = { ...endpoint, sign: signerFor(deps, endpoint), timeoutMs }
    const deliveryId = `ping_${deps.newId()}`
    const request = pingOf(deliveryId, target, now)
    const outcome = await deps.channels.webhooks.send(request)
    const head = { id: deliveryId, at: now.toISOString(), type: 'PING', attempt: 1 }
    await deps.viewer?.keep(seenWebhook(head, request, outcome))
    const tampered = checkRejection
      ? await deps.channels.webhooks.send(tamperedPingOf(`ping_${deps.newId()}`, target, now))
      : undefined
    const rejectsTampered = tampered && rejects(tampered)
    return deps.transaction(async (tx) => {
      const health = healthAfter(outcome)
      if (health) await keepHealth(tx, deps, id, health, deps.clock.now())
      return {
        deliveryId,
        status: outcome.kind === 'delivered' ? ('DELIVERED' as const) : ('FAILED' as const),
        ...('providerStatus' in outcome && { providerStatus: outcome.providerStatus }),
        ...(outcome.kind !== 'delivered' &&
          'message' in outcome && { message: outcome.message.slice(0, 500) }),
        ...(rejectsTampered !== undefined && { rejectsTampered }),
      }
    })
  }

function healthAfter(outcome: Outcome): Health | undefined {
  // nothing was tried
  if (outcome.kind === 'unavailable') return undefined
  if (outcome.kind === 'delivered') return 'WORKS'
  return outcome.providerStatus === GONE ? 'GONE' : 'FAILS'
}

/** Whether a receiver refused what was tampered with; undefined where it gave no answer. */
function rejects(outcome: Outcome): boolean | undefined {
  const status = answeredStatus(outcome)
  return status === undefined ? undefined : status >= 300
}
