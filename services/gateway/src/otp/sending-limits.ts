import { problem } from '@appointments/contracts'
import type { Metrics } from '@appointments/telemetry'
import { scaled } from '../limits/rate-limits.ts'
import { gatewayMetrics } from '../metrics.ts'
import type { SurvivingCounter } from './surviving-counter.ts'

const HOUR_MS = 3_600_000
const PER_DESTINATION = 5
const PER_ADDRESS = 20

export const RESEND_AFTER_MS = 30_000

/** How often passwords are sent (decisions, section 2); destinations and client addresses come as hashes. */
export function createSendingLimits({
  counter,
  factor,
  metrics,
}: {
  counter: SurvivingCounter
  factor: number
  metrics: Metrics
}) {
  const refused = metrics.counter(gatewayMetrics.rateLimited)
  const keys = (destination: string) => [`otp-resend:${destination}`, `otp-sent:${destination}`] as const
  const count = async (key: string, most: number, windowMs: number): Promise<void> => {
    const { count: counted, expiresInMs } = await counter.increment(key, windowMs)
    if (counted <= most) return
    refused.count({ limit: 'otp' })
    throw problem('RATE_LIMITED', { retryAfter: expiresInMs / 1000 })
  }
  return {
    /** @throws Problem RATE_LIMITED */
    async count(address: string, destination: string): Promise<void> {
      const [resend, sent] = keys(destination)
      await count(`otp-asked:${address}`, scaled(PER_ADDRESS, factor), HOUR_MS)
      await count(resend, 1, RESEND_AFTER_MS)
      await count(sent, scaled(PER_DESTINATION, factor), HOUR_MS)
    },
    /** Takes back what was counted for a destination: nothing was sent, and the customer may ask again at once. */
    async giveBack(destination: string): Promise<void> {
      await Promise.all(keys(destination).map((key) => counter.decrement(key)))
    },
  }
}
export type SendingLimits = ReturnType<typeof createSendingLimits>
