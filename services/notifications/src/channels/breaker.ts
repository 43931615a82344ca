import CircuitBreaker from 'opossum'
import type { CircuitWatch } from '@appointments/telemetry'
import type { Outcome } from '../domain/send/outcomes.ts'

/** Carries a failed outcome through the breaker, which counts errors only. */
class Outage<Result extends Outcome> extends Error {
  override name = 'Outage'
  readonly outcome: Result

  constructor(outcome: Result) {
    super(outcome.kind)
    this.outcome = outcome
  }
}

interface Limits {
  /** Calls in the window before the circuit may open. */
  volume: number
  windowMs: number
  /** How long the circuit stays open before one call is tried. */
  restMs: number
  /** Counts open circuits. */
  watch?: CircuitWatch | undefined
}

export type Unavailable = Extract<Outcome, { kind: 'unavailable' }>

/** Whether an outcome suggests that any other message to this provider would fail as well. */
const isOutage = (outcome: Outcome): boolean =>
  outcome.kind === 'unknown' || (outcome.kind === 'transient' && outcome.isOutage === true)

/**
 * Sends through a circuit breaker. While the circuit is open, nothing is sent and the outcome is `unavailable`. A
 * rejection of a single message does not count against the provider.
 */
export function withBreaker<Message, Result extends Outcome>(
  name: string,
  send: (message: Message) => Promise<Result>,
  { volume, windowMs, restMs, watch }: Limits,
): { send: (message: Message) => Promise<Result | Unavailable>; shutdown: () => void } {
  const attempt = async (message: Message) => {
    const outcome = await send(message)
    if (isOutage(outcome)) throw new Outage(outcome)
    return outcome
  }
  const breaker = new CircuitBreaker(attempt, {
    name,
    // the adapters have their own timeouts, and opossum's would not abort the call
    timeout: false,
    // opossum opens above this percentage; it should open at exactly half as well
    errorThresholdPercentage: 50 - Number.EPSILON * 64,
    volumeThreshold: volume,
    rollingCountTimeout: windowMs,
    resetTimeout: restMs,
  })
  watch?.(name, breaker)
  return {
    async send(message) {
      try {
        return await breaker.fire(message)
      } catch (error) {
        if (error instanceof Outage) return (error as Outage<Result>).outcome
        if (CircuitBreaker.isOurError(error as Error))
          return {
            kind: 'unavailable',
            message: `${name} is not called for a while because it failed repeatedly`,
          }
        throw error
      }
    },
    shutdown: () => breaker.shutdown(),
  }
}
