import axios from 'axios'
import CircuitBreaker from 'opossum'
import { z } from 'zod'
import { problem } from '@appointments/contracts'
import type { RoomProvider } from './room-provider.ts'

const answer = z.object({ url: z.url() })
const LIMIT_MS = 3000

/**
 * Rooms from a service of somebody else: `POST {url}` with the appointment's id and times answers `{ "url": … }`.
 * The id is also the `Idempotency-Key`, so that a repeated activation gets the same room.
 */
export function httpRooms(url: string, token: string | undefined): RoomProvider {
  const ask = async (appointment: { id: string; start: string; end: string }) => {
    const response = await axios.post<unknown>(url, appointment, {
      // opossum's own time-out leaves the call running; the signal ends it
      signal: AbortSignal.timeout(LIMIT_MS),
      maxContentLength: 65_536,
      maxRedirects: 0,
      proxy: false,
      headers: {
        'Idempotency-Key': appointment.id,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
    })
    return answer.parse(response.data).url
  }
  const breaker = new CircuitBreaker(ask, {
    timeout: false,
    volumeThreshold: 20,
    errorThresholdPercentage: 50,
    resetTimeout: 10_000,
  })
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
