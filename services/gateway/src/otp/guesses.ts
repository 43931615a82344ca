import { problem } from '@appointments/contracts'
import type { Metrics } from '@appointments/telemetry'
import type { Requester } from '../limits/requester.ts'
import { scaled } from '../limits/rate-limits.ts'
import { gatewayMetrics } from '../metrics.ts'
import type { SurvivingCounter } from './surviving-counter.ts'

const HOUR_MS = 3_600_000
const PER_ADDRESS = 20
/** A registered client acts for many customers, whose typing errors add up. */
const PER_CLIENT = 1000
const PER_DESTINATION = 25

/**
 * Counts wrong codes and unknown verifications per hour. The attempts at each verification are counted
 * separately and checked first: the limits here slow down guessing, and never block a customer who has the
 * correct code.
 */
export function createGuesses({
  counter,
  factor,
  metrics,
}: {
  counter: SurvivingCounter
  factor: number
  metrics: Metrics
}) {
  const rejected = metrics.counter(gatewayMetrics.rateLimited)
  const lockOf = (destination: string) => `otp-wrong-to:${destination}`
  const rateLimited = (expiresInMs: number) => {
    rejected.count({ limit: 'otp-guesses' })
    return problem('RATE_LIMITED', { retryAfter: expiresInMs / 1000 })
  }
  return {
    /**
     * Counts a wrong code or an unknown verification.
     * @param destination hash of the address the code was sent to; absent if the verification is unknown
     * @throws Problem RATE_LIMITED after too many of them
     */
    async countWrong({ isClient, countedBy }: Requester, destination?: string): Promise<void> {
      const limit = scaled(isClient ? PER_CLIENT : PER_ADDRESS, factor)
      const [counters] = await Promise.all([
        Promise.all(countedBy.map((key) => counter.increment(`otp-wrong-by:${key}`, HOUR_MS))),
        destination !== undefined && counter.increment(lockOf(destination), HOUR_MS),
      ])
      const exceeded = counters.find(({ count }) => count > limit)
      if (exceeded) throw rateLimited(exceeded.expiresInMs)
    },

    /**
     * Checks that another code may be sent to a destination.
     * @throws Problem RATE_LIMITED after too many wrong codes for that destination
     */
    async requireUnlocked(destination: string): Promise<void> {
      const { count, expiresInMs } = await counter.read(lockOf(destination), HOUR_MS)
      if (count >= PER_DESTINATION) throw rateLimited(expiresInMs)
    },
  }
}
export type Guesses = ReturnType<typeof createGuesses>
