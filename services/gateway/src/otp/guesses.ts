import { problem } from '@appointments/contracts'
import type { Metrics } from '@appointments/telemetry'
import type { Asker } from '../limits/asker.ts'
import { scaled } from '../limits/rate-limits.ts'
import { gatewayMetrics } from '../metrics.ts'
import type { SurvivingCounter } from './surviving-counter.ts'

const HOUR_MS = 3_600_000
const PER_ADDRESS = 20
/** A registered client asks for many customers, so their mistakes add up. */
const PER_CLIENT = 1000
const PER_DESTINATION = 25

/**
 * Counts wrong codes and unknown verifications of an hour. What a verification allows is counted apart and comes
 * first: the limits here slow down whoever guesses, and keep no customer from using a right code.
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
  const refused = metrics.counter(gatewayMetrics.rateLimited)
  const lockOf = (destination: string) => `otp-wrong-to:${destination}`
  const refuse = (expiresInMs: number) => {
    refused.count({ limit: 'otp-guesses' })
    return problem('RATE_LIMITED', { retryAfter: expiresInMs / 1000 })
  }
  return {
    /**
     * Counts a wrong try.
     * @param destination hash of the address the code went to; absent when the verification is unknown
     * @throws Problem RATE_LIMITED when there were too many
     */
    async countWrong({ key, kind }: Asker, destination?: string): Promise<void> {
      const most = scaled(kind === 'client' ? PER_CLIENT : PER_ADDRESS, factor)
      const [{ count, expiresInMs }] = await Promise.all([
        counter.increment(`otp-wrong-by:${key}`, HOUR_MS),
        destination !== undefined && counter.increment(lockOf(destination), HOUR_MS),
      ])
      if (count > most) throw refuse(expiresInMs)
    },

    /**
     * Checks that a destination may get another code.
     * @throws Problem RATE_LIMITED after too many wrong codes for it
     */
    async requireUnlocked(destination: string): Promise<void> {
      const { count, expiresInMs } = await counter.read(lockOf(destination), HOUR_MS)
      if (count >= PER_DESTINATION) throw refuse(expiresInMs)
    },
  }
}
export type Guesses = ReturnType<typeof createGuesses>
