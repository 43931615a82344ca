import { traceHeaders, type Clock } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import { addressFault } from '../domain/webhooks/endpoint-address.ts'
import { retryAfterMsOf, TIMED_OUT, webhookFailure, webhookOutcome } from '../domain/send/webhook-outcome.ts'
import type { WebhookRequest } from '../messages/webhooks/webhook.ts'
import { withBreaker } from './breaker.ts'
import type { WebhookChannel, WebhookOutcome } from './channel.ts'
import { guardedAgents, type Resolve } from '@appointments/outbound'

const MOST_RESPONSE_BYTES = 65_536
/** Stored beginning of a response body. */
const KEPT_RESPONSE_BYTES = 2048
/** Endpoints with a breaker in memory; the least recently used is evicted. */
const MOST_BREAKERS = 1000

interface Settings {
  allowPrivate: boolean
  watch?: CircuitWatch
  clock: Clock
  /** Replaces the system's resolver. */
  resolve?: Resolve
  connectLimitMs?: number
}

/**
 * Webhooks over HTTP, with a circuit breaker for each endpoint. Test calls bypass the breaker: they check whether
 * the endpoint works.
 */
export function webhookChannel({
  allowPrivate,
  watch,
  clock,
  ...network
}: Settings): WebhookChannel & { close: () => void } {
  const agents = guardedAgents({ allowPrivate, ...network })
  const breakers = new Map<string, ReturnType<typeof withBreaker<WebhookRequest, WebhookOutcome>>>()

  const call = async ({ url, body, headers, timeoutMs }: WebhookRequest): Promise<WebhookOutcome> => {
    const fault = addressFault(url, allowPrivate)
    if (fault !== undefined) return webhookFailure('BLOCKED_ADDRESS', `the address ${fault}`)
    try {
      // loaded with the first webhook, so that a service without webhooks does not load it
      const { default: axios } = await import('axios')
      const {
        status,
        headers: responseHeaders,
        data,
      } = await axios.post<Buffer>(url, body, {
        ...agents,
        headers: { ...headers, ...traceHeaders() },
        proxy: false,
        maxRedirects: 0,
        timeout: timeoutMs,
        signal: AbortSignal.timeout(timeoutMs),
        maxContentLength: MOST_RESPONSE_BYTES,
        maxBodyLength: MOST_RESPONSE_BYTES,
        responseType: 'arraybuffer',
        // send exactly the bytes that were signed
        transformRequest: [(bytes: string) => bytes],
        validateStatus: () => true,
      })
      const retryAfter = responseHeaders['retry-after'] as string | undefined
      const outcome = webhookOutcome(status, retryAfterMsOf(retryAfter, clock.now()))
      return { ...outcome, response: { status, body: beginningOf(data) } }
    } catch (error) {
      return failureOf(error, timeoutMs)
    }
  }

  const breakerFor = (endpointId: string) => {
    const known = breakers.get(endpointId)
    const breaker =
      known ?? withBreaker('the endpoint', call, { volume: 10, windowMs: 60_000, restMs: 60_000, watch })
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
    test: call,
    close() {
      for (const { shutdown } of breakers.values()) shutdown()
    },
  }
}

/** The beginning of a body as text without control characters, safe to store and to display. */
const beginningOf = (body: Buffer): string =>
  body
    .subarray(0, KEPT_RESPONSE_BYTES)
    .toString('utf8')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')

function failureOf(error: unknown, timeoutMs: number): WebhookOutcome {
  const {
    code = 'ERROR',
    message,
    cause,
  } = error as { code?: string; message: string; cause?: { code?: string } }
  const blocked = code === 'BLOCKED_ADDRESS' || cause?.code === 'BLOCKED_ADDRESS'
  if (blocked) return webhookFailure('BLOCKED_ADDRESS', message)
  if (code === 'ECONNTIMEOUT') return webhookFailure(TIMED_OUT, 'no connection in time')
  if (code === 'ECONNABORTED' || code === 'ERR_CANCELED' || code === 'ETIMEDOUT')
    return webhookFailure(TIMED_OUT, `timeout ${Math.round(timeoutMs / 1000)} s`)
  return webhookFailure(code, message)
}
