import { traceHeaders, type Clock } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import { addressFault } from '../domain/webhooks/endpoint-address.ts'
import {
  retryAfterMsOf,
  TIMED_OUT,
  webhookFailure,
  webhookOutcome,
} from '../domain/webhooks/webhook-outcome.ts'
import type { WebhookRequest } from '../messages/webhooks/webhook.ts'
import { breaking } from './breaker.ts'
import type { WebhookChannel, WebhookOutcome } from './channel.ts'
import { guardedAgents, type Resolve } from './webhooks/guarded-agents.ts'

const MOST_ANSWER_BYTES = 65_536
/** How much of an answer is kept. */
const KEPT_ANSWER_BYTES = 2048
/** Endpoints whose breakers are kept; the one not used for longest makes room. */
const MOST_BREAKERS = 1000

interface Settings {
  allowPrivate: boolean
  watch?: CircuitWatch
  clock: Clock
  /** Stands in for the resolver of the system. */
  resolve?: Resolve
  connectLimitMs?: number
}

/** Webhooks over HTTP, with a circuit breaker for each endpoint. Tests pass it by: they find out whether it works. */
export function webhookChannel({
  allowPrivate,
  watch,
  clock,
  ...network
}: Settings): WebhookChannel & { close: () => void } {
  const agents = guardedAgents({ allowPrivate, ...network })
  const breakers = new Map<string, ReturnType<typeof breaking<WebhookRequest, WebhookOutcome>>>()

  const call = async ({ url, body, headers, timeoutMs }: WebhookRequest): Promise<WebhookOutcome> => {
    const fault = addressFault(url, allowPrivate)
    if (fault !== undefined) return webhookFailure('BLOCKED_ADDRESS', `the address ${fault}`)
    try {
      // loaded with the first webhook: a service without any does not carry it
      const { default: axios } = await import('axios')
      const {
        status,
        headers: answered,
        data,
      } = await axios.post<Buffer>(url, body, {
        ...agents,
        headers: { ...headers, ...traceHeaders() },
        proxy: false,
        maxRedirects: 0,
        timeout: timeoutMs,
        signal: AbortSignal.timeout(timeoutMs),
        maxContentLength: MOST_ANSWER_BYTES,
        maxBodyLength: MOST_ANSWER_BYTES,
        responseType: 'arraybuffer',
        // the bytes that were signed are the bytes that are sent
        transformRequest: [(bytes: string) => bytes],
        validateStatus: () => true,
      })
      const retryAfter = answered['retry-after'] as string | undefined
      const outcome = webhookOutcome(status, retryAfterMsOf(retryAfter, clock.now()))
      return { ...outcome, answer: { status, body: beginningOf(data) } }
    } catch (error) {
      return failureOf(error, timeoutMs)
    }
  }

  const breakerFor = (endpointId: string) => {
    const known = breakers.get(endpointId)
    const breaker =
      known ?? breaking('the endpoint', call, { volume: 10, windowMs: 60_000, restMs: 60_000, watch })
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

/** The beginning of a body as text that a database and a page can show. */
const beginningOf = (body: Buffer): string =>
  body
    .subarray(0, KEPT_ANSWER_BYTES)
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
