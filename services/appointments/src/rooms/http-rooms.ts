import CircuitBreaker from 'opossum'
import { z } from 'zod'
import { problem } from '@appointments/contracts'
import type { Secret } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import type { RoomProvider } from './room-provider.ts'

const answer = z.object({ url: z.url({ protocol: /^https?$/ }) })

/**
 * Rooms from a service of somebody else: `POST {url}` with the appointment's id and times answers `{ "url": … }`.
 * The id is also the `Idempotency-Key`, so that a repeated activation gets the same room.
 * @param limitMs longest wait for an answer
 */
export function httpRooms(
  url: string,
  { token, limitMs, watch }: { token: Secret | undefined; limitMs: number; watch?: CircuitWatch },
): RoomProvider {
  const ask = async ({ id, start, end }: Parameters<RoomProvider['open']>[0]) => {
    // loaded where rooms come over HTTP at all: it takes a fifth of the service's memory
    const { default: axios } = await import('axios')
    // named one by one: whoever asks may hand in more, and nothing personal goes to a third party
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
    return answer.parse(response.data).url
  }
  const breaker = new CircuitBreaker(ask, {
    timeout: false,
    volumeThreshold: 20,
    errorThresholdPercentage: 50,
    resetTimeout: 10_000,
    // a provider that refuses one appointment is there for others
    errorFilter: (error: unknown) =>
      ((error as { response?: { status: number } }).response?.status ?? 500) < 500,
  })
  watch?.('the room provider', breaker)
  return {
    async open(appointment) {
      try {
        return await breaker.fire(appointment)
      } catch {
        throw problem('UNAVAILABLE', { detail: 'The room provider does not answer', retryAfter: 10 })
      }
    },
  }
}
