import { problem, type Caller, type pingedEndpoint } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { z } from 'zod'
import type { Outcome } from '../../domain/send/outcomes.ts'
import { responseStatus, withoutResolution } from '../../domain/webhooks/webhook-outcome.ts'
import { pingOf, tamperedPingOf } from '../../messages/webhooks/webhook.ts'
import { openedHeaders } from '../../keys/endpoint-headers.ts'
import { endpointTests } from '../../repositories/webhooks/endpoint-tests.ts'
import { seenWebhook } from '../../messages/seen-message.ts'
import { signerFor } from '../../keys/webhook-signatures.ts'
import type { Deps } from '../deps.ts'
import { healthAfterFailure, recordEndpointHealth, type Health } from './record-endpoint-health.ts'
import { requireOwnEndpoint } from './require-own-endpoint.ts'

/** Tests of endpoints at the same time: few, so that receivers that hang keep no other request waiting. */
const LANE = { perApplication: 2, inAll: 10 }
/** A test is over by then even if its replica stopped in the middle. */
const LONGEST_MS = 15_000

/** Somebody waits for the answer, so a receiver has less time than for a webhook: less than the gateway gives a service. */
const MOST_MS = 4000

/**
 * Sends a signed test webhook at once and tells what came of it. It is no delivery and is not repeated; what it
 * says about the endpoint counts like any attempt. One that is disabled can be tested, and stays disabled.
 * @param checkRejection sends a second one whose body was tampered with, which the receiver has to refuse
 * @throws Problem WEBHOOK_ENDPOINT_NOT_FOUND
 * @throws Problem RATE_LIMITED while as many tests are under way as the lane takes
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
    const { outcome, tampered } = await inLane(deps, deliveryId, endpoint.applicationId, async () => ({
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

/** Runs a test when the lane has room for it. @throws Problem RATE_LIMITED */
async function inLane<Result>(
  { pool, clock, log }: Deps,
  id: string,
  applicationId: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const now = clock.now()
  const test = { id, applicationId, now, endsAt: new Date(now.getTime() + LONGEST_MS) }
  const hasRoom = await endpointTests.begin(pool, test, LANE)
  if (!hasRoom)
    throw problem('RATE_LIMITED', {
      detail: `At most ${LANE.perApplication} tests of an application's webhook endpoints run at the same time; try again when one has ended`,
      retryAfter: MOST_MS / 1000,
    })
  try {
    return await run()
  } finally {
    await endpointTests
      .end(pool, id)
      .catch((error: unknown) =>
        log.warn({ err: error, test: id }, 'the end of an endpoint test was not recorded'),
      )
  }
}

function healthAfter(outcome: Outcome): Health | undefined {
  // nothing was tried
  if (outcome.kind === 'unavailable') return undefined
  if (outcome.kind === 'delivered') return 'WORKS'
  return healthAfterFailure(outcome.providerStatus)
}

/** Whether a receiver refused what was tampered with; undefined where it gave no answer. */
function rejects(outcome: Outcome): boolean | undefined {
  const status = responseStatus(outcome)
  return status === undefined ? undefined : status >= 300
}
