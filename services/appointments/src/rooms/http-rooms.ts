import CircuitBreaker from 'opossum'
import { z } from 'zod'
import { problem } from '@appointments/contracts'
import type { Secret } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import type { RoomProvider } from './room-provider.ts'

/** Concurrent room requests of one replica, so that a hanging provider blocks only a few requests. */
const MAX_CONCURRENT = 8
const RETRY_AFTER_S = 10

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''
const isFull = (error: unknown) => codeOf(error) === 'ESEMLOCKED'
const isTimeout = (error: unknown) => ['ERR_CANCELED', 'ECONNABORTED', 'ETIMEDOUT'].includes(codeOf(error))

const roomResponse = z.object({ url: z.url({ protocol: /^https?$/ }) })

/**
 * Rooms from a third-party service. `POST {url}` sends the appointment's id and times, and the response is
 * `{ "url": … }`. The id is also the `Idempotency-Key`, so that a repeated activation gets the same room.
 * @param limitMs time limit for the response
 */
export function httpRooms(
  url: string,
  { token, limitMs, watch }: { token: Secret | undefined; limitMs: number; watch?: CircuitWatch },
): RoomProvider {
  const ask = async ({ id, start, end }: Parameters<RoomProvider['open']>[0]) => {
    // loaded only if a provider is configured, because it takes a fifth of the service's memory
    const { default: axios } = await import('axios')
    // named one by one: callers may pass more fields, and no personal data may reach a third party
    const response = await axios.post<unknown>(
      url,
      { id, start, end },
      {
        // opossum's own time-out leaves the call running; the signal ends it
        signal: AbortSignal.timeout(limitMs),
        maxContentLength: 65_536,
        maxRedirects: 0,
        proxy: false,
        headers: {
          'Idempotency-Key': id,
          ...(token !== undefined && { Authorization: `Bearer ${token.current()}` }),
        },
      },
    )
    return roomResponse.parse(response.data).url
  }
  const breaker = new CircuitBreaker(ask, {
    timeout: false,
    capacity: MAX_CONCURRENT,
    volumeThreshold: 20,
    errorThresholdPercentage: 50,
    resetTimeout: RETRY_AFTER_S * 1000,
    // a provider that rejects one appointment still serves others, and our own concurrency limit is not its failure
    errorFilter: (error: unknown) =>
      ((error as { response?: { status: number } }).response?.status ?? 500) < 500 || isFull(error),
  })
  watch?.('the room provider', breaker)
  return {
    async open(appointment) {
      try {
        return await breaker.fire(appointment)
      } catch (error) {
        const unavailable = problem(isTimeout(error) ? 'ROOM_TIMEOUT' : 'ROOM_UNAVAILABLE', {
          retryAfter: RETRY_AFTER_S,
        })
        // only the message, because the whole error contains our token
        unavailable.cause = (error as Error).message
        throw unavailable
      }
    },
  }
}
