import { problem, type Caller, type pingedEndpoint } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { z } from 'zod'
import type { Outcome } from '../../domain/send/outcomes.ts'
import { responseStatus, withoutResolution } from '../../domain/send/webhook-outcome.ts'
import { pingOf, tamperedPingOf } from '../../messages/webhooks/webhook.ts'
import { openedHeaders } from '../../keys/endpoint-headers.ts'
import { endpointTests } from '../../repositories/webhooks/endpoint-tests.ts'
import { seenWebhook } from '../../messages/seen-message.ts'
import { signerFor } from '../../keys/webhook-signatures.ts'
import type { Deps } from '../deps.ts'
import { healthAfterFailure, recordEndpointHealth, type Health } from './record-endpoint-health.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'

/** Limits of concurrent endpoint tests: low, so that hanging receivers do not delay other requests. */
const LIMITS = { perApplication: 2, inAll: 10 }
/** A test counts as ended after this time even if its replica crashed. */
const LONGEST_MS = 15_000

/**
 * A caller waits for the result, so a receiver has less time than for a webhook, and less than the gateway's
 * timeout.
 */
const MOST_MS = 4000

/**
 * Sends a signed test webhook immediately and returns the result. It is not a delivery and is not retried; its
 * result counts for the endpoint's health like any attempt. A disabled endpoint can be tested and stays disabled.
 * @param checkRejection sends a second, altered webhook, which the receiver must reject
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 * @throws Problem RATE_LIMITED if too many tests are running
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
  }): Promise<Keyed<z.input<typeof pingedEndpoint>>> => {
    const endpoint = await requireOwnEndpoint(deps.pool, caller, id)
    const now = deps.clock.now()
    const timeoutMs = Math.min(endpoint.timeoutMs, checkRejection ? MOST_MS / 2 : MOST_MS)
    const headers = openedHeaders(deps.seal, endpoint)
    const target = { ...endpoint, headers, sign: signerFor(deps, endpoint), timeoutMs }
    const deliveryId = `ping_${deps.newId()}`
    const request = pingOf(deliveryId, target, now)
    const forged = checkRejection ? tamperedPingOf(`ping_${deps.newId()}`, target, now) : undefined
    const { outcome, tampered } = await withinLimits(deps, deliveryId, endpoint.applicationId, async () => ({
      outcome: await deps.channels.webhooks.test(request),
      tampered: forged && (await deps.channels.webhooks.test(forged)),
    }))
    const shown = withoutResolution(endpoint.url, outcome)
    const head = { id: deliveryId, at: now.toISOString(), type: 'PING', attempt: 1 }
    await deps.viewer?.keep(seenWebhook(head, request, outcome))
    const rejectsTampered = tampered && rejects(tampered)
    return deps.transaction(async (tx) => {
      const health = healthAfter(outcome)
      if (health) await recordEndpointHealth(tx, deps, id, health, deps.clock.now())
      return {
        deliveryId,
        status: outcome.kind === 'delivered' ? ('DELIVERED' as const) : ('FAILED' as const),
        ...('providerStatus' in shown && { providerStatus: shown.providerStatus }),
        ...(shown.kind !== 'delivered' && 'message' in shown && { message: shown.message.slice(0, 500) }),
        ...(rejectsTampered !== undefined && { rejectsTampered }),
      }
    })
  }

/**
 * Runs a test if there is a free slot.
 * @throws Problem RATE_LIMITED
 */
async function withinLimits<Result>(
  { pool, clock, log }: Deps,
  id: string,
  applicationId: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const now = clock.now()
  const test = { id, applicationId, now, endsAt: new Date(now.getTime() + LONGEST_MS) }
  const hasSlot = await endpointTests.begin(pool, test, LIMITS)
  if (!hasSlot)
    throw problem('RATE_LIMITED', {
      detail: `At most ${LIMITS.perApplication} tests of an application's webhook endpoints may run at the same time; retry when one has ended`,
      retryAfter: MOST_MS / 1000,
    })
  try {
    return await run()
  } finally {
    await endpointTests
      .end(pool, id)
      .catch((error: unknown) =>
        log.warn({ err: error, test: id }, 'could not record the end of an endpoint test'),
      )
  }
}

function healthAfter(outcome: Outcome): Health | undefined {
  // nothing was tried
  if (outcome.kind === 'unavailable') return undefined
  if (outcome.kind === 'delivered') return 'WORKS'
  return healthAfterFailure(outcome.providerStatus)
}

/** Whether a receiver rejected the altered webhook; undefined if it did not respond. */
function rejects(outcome: Outcome): boolean | undefined {
  const status = responseStatus(outcome)
  return status === undefined ? undefined : status >= 300
}
