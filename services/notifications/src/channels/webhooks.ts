import type { Clock } from '@appointments/runtime'
import { addressFault } from '../domain/endpoint-address.ts'
import type { Outcome } from '../domain/outcomes.ts'
import { retryAfterMsOf, webhookFailure, webhookOutcome } from '../domain/webhook-outcome.ts'
import type { WebhookRequest } from '../messages/webhook.ts'
import { breaking } from './breaker.ts'
import type { WebhookChannel } from './channel.ts'
import { guardedAgents } from './guarded-agents.ts'

const MOST_ANSWER_BYTES = 65_536
/** Endpoints whose breakers are kept; the one not used for longest makes room. */
const MOST_BREAKERS = 1000

/** Webhooks over HTTP, with a circuit breaker for each endpoint. */
export function webhookChannel({
  allowPrivate,
  clock,
}: {
  allowPrivate: boolean
  clock: Clock
}): WebhookChannel & { close: () => void } {
  const agents = guardedAgents(allowPrivate)
  const breakers = new Map<string, ReturnType<typeof breaking<WebhookRequest>>>()

  const call = async ({ url, body, headers, timeoutMs }: WebhookRequest): Promise<Outcome> => {
    const fault = addressFault(url, allowPrivate)
    if (fault !== undefined) return webhookFailure('BLOCKED_ADDRESS', `the address ${fault}`)
    try {
      // loaded with the first webhook: a service without any does not carry it
      const { default: axios } = await import('axios')
      const { status, headers: answered } = await axios.post<unknown>(url, body, {
        ...agents,
        headers,
        proxy: false,
        maxRedirects: 0,
        timeout: timeoutMs,
        signal: AbortSignal.timeout(timeoutMs),
        maxContentLength: MOST_ANSWER_BYTES,
        maxBodyLength: MOST_ANSWER_BYTES,
        responseType: 'text',
        // the bytes that were signed are the bytes that are sent
        transformRequest: [(bytes: string) => bytes],
        validateStatus: () => true,
      })
      const retryAfter = answered['retry-after'] as string | undefined
      return webhookOutcome(status, retryAfterMsOf(retryAfter, clock.now()))
    } catch (error) {
      return failureOf(error, timeoutMs)
    }
  }

  const breakerFor = (endpointId: string) => {
    const known = breakers.get(endpointId)
    const breaker = known ?? breaking('the endpoint', call, { volume: 10, windowMs: 60_000, restMs: 60_000 })
    breakers.delete(endpointId)
    breakers.set(endpointId, breaker)
    const [oldest] = breakers
    if (oldest && breakers.size > MOST_BREAKERS) {
      oldest[1].shutdown()
      breakers.delete(oldest[0])
    }
    return breaker
  }

  return {
    send: (request) => breakerFor(request.endpointId).send(request),
    close() {
      for (const { shutdown } of breakers.values()) shutdown()
    },
  }
}

function failureOf(error: unknown, timeoutMs: number): Outcome {
  const {
    code = 'ERROR',
    message,
    cause,
  } = error as { code?: string; message: string; cause?: { code?: string } }
  const blocked = code === 'BLOCKED_ADDRESS' || cause?.code === 'BLOCKED_ADDRESS'
  if (blocked) return webhookFailure('BLOCKED_ADDRESS', message)
  if (code === 'ECONNABORTED' || code === 'ERR_CANCELED' || code === 'ETIMEDOUT')
    return webhookFailure('ETIMEDOUT', `timeout ${Math.round(timeoutMs / 1000)} s`)
  return webhookFailure(code, message)
}
