import { problem } from '@appointments/contracts'
import type { Metrics } from '@appointments/telemetry'
import type { Requester } from '../limits/requester.ts'
import { scaled } from '../limits/rate-limits.ts'
import { gatewayMetrics } from '../metrics.ts'
import type { Allowance } from './otp-allowances.ts'
import type { SurvivingCounter } from './surviving-counter.ts'

const HOUR_MS = 3_600_000
const PER_DESTINATION = 5
const PER_ADDRESS = 20

export const RESEND_AFTER_MS = 30_000

/** Limits how often passwords are sent (docs/contract/one-time-passwords.md#request); destinations are passed as hashes. */
export function createSendingLimits({
  counter,
  factor,
  metrics,
}: {
  counter: SurvivingCounter
  factor: number
  metrics: Metrics
}) {
  const rejected = metrics.counter(gatewayMetrics.rateLimited)
  const keys = (destination: string) => [`otp-resend:${destination}`, `otp-sent:${destination}`] as const
  const count = async (key: string, limit: number, windowMs: number): Promise<void> => {
    const { count: counted, expiresInMs } = await counter.increment(key, windowMs)
    if (counted <= limit) return
    rejected.count({ limit: 'otp' })
    throw problem('RATE_LIMITED', { retryAfter: expiresInMs / 1000 })
  }
  return {
    /**
     * Counts a password that is about to be sent. The limit of a client is set by the application; any other caller
     * has the limit of an address.
     * @param allowance of a client; undefined for any other caller
     * @throws Problem RATE_LIMITED
     */
    async count(
      { key, countedBy }: Requester,
      allowance: Allowance | undefined,
      destination: string,
    ): Promise<void> {
      const [resend, sent] = keys(destination)
      if (allowance) {
        const { perHour, scope } = allowance
        await count(`otp-asked:${key}/${scope}`, scaled(perHour, factor), HOUR_MS)
      } else {
        // one after another, so that a customer at its own limit does not use up the limit of its address
        for (const one of countedBy) await count(`otp-asked:${one}`, scaled(PER_ADDRESS, factor), HOUR_MS)
      }
      await count(resend, 1, RESEND_AFTER_MS)
      await count(sent, scaled(PER_DESTINATION, factor), HOUR_MS)
    },
    /** Undoes the count for a destination to which nothing was sent, so that the customer may retry immediately. */
    async undo(destination: string): Promise<void> {
      await Promise.all(keys(destination).map((key) => counter.decrement(key)))
    },
  }
}
export type SendingLimits = ReturnType<typeof createSendingLimits>
