import CircuitBreaker from 'opossum'
import { internal, internalOperations, type Decision, type DecisionRequest } from '@appointments/contracts'
import { CALLER_HEADER, type InternalTokens } from '@appointments/credentials'
import { contextHeaders, timeLeft } from '@appointments/runtime'
import type { CircuitWatch } from '@appointments/telemetry'
import type { Decide } from './use-cases/deps.ts'

const LIMIT_MS = 800
const RESET_MS = 5000

/** Asks the availability service over HTTP. Any failure counts as no reply; while the service is down, it is not asked. */
export function decideOverHttp(
  availabilityUrl: string,
  { tokens, watch }: { tokens: InternalTokens; watch?: CircuitWatch },
): Decide {
  const { path, method, response: schema } = internalOperations.decideAvailability
  const ask = async (request: DecisionRequest): Promise<Decision> => {
    const response = await fetch(availabilityUrl + internal.base + path, {
      method,
      headers: {
        'content-type': 'application/json',
        [CALLER_HEADER]: tokens.sign({ roles: [] }),
        ...contextHeaders(),
      },
      body: JSON.stringify({ requests: [request] }),
      signal: AbortSignal.timeout(Math.min(LIMIT_MS, Math.ceil(timeLeft(LIMIT_MS)))),
    })
    const [decision] = schema.parse(await response.json()).decisions
    if (!decision) throw new Error('availability has decided nothing')
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
