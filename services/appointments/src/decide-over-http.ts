import CircuitBreaker from 'opossum'
import type { Decision, DecisionRequest } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import { callInternal } from '@appointments/http'
import type { CircuitWatch } from '@appointments/telemetry'
import type { Decide } from './use-cases/deps.ts'

const LIMIT_MS = 800
const RESET_MS = 5000

/** Asks the availability service over HTTP. Any failure counts as no reply; while the service is down, it is not asked. */
export function decideOverHttp(
  url: string,
  { tokens, watch }: { tokens: InternalTokens; watch?: CircuitWatch },
): Decide {
  const ask = async (request: DecisionRequest): Promise<Decision> => {
    const body = { requests: [request] }
    const call = { url, tokens, body, limitMs: LIMIT_MS }
    const [decision] = (await callInternal('decideAvailability', call)).decisions
    if (!decision) throw new Error('the availability service returned no decision')
    return decision
  }
  const breaker = new CircuitBreaker(ask, {
    timeout: false,
    volumeThreshold: 20,
    errorThresholdPercentage: 50,
    resetTimeout: RESET_MS,
  })
  watch?.('availability', breaker)
  return (request) => breaker.fire(request).catch(() => undefined)
}
