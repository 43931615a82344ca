import CircuitBreaker from 'opossum'
import type { CircuitWatch } from '@appointments/telemetry'
import type { Outcome } from '../domain/send/outcomes.ts'

/** Carries an outcome that counts against the provider through the breaker. */
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
  /** How long the circuit stays open before one call may try. */
  restMs: number
  /** Told of the circuit, to count those that are open. */
  watch?: CircuitWatch | undefined
}

export type Unavailable = Extract<Outcome, { kind: 'unavailable' }>

/** Whether an outcome says that nothing sent to this provider would fare better. */
const isOutage = (outcome: Outcome): boolean =>
  outcome.kind === 'unknown' || (outcome.kind === 'transient' && outcome.isOutage === true)

/**
 * Puts a circuit breaker around sending. While the circuit is open nothing is tried, and the outcome says so;
 * a refusal of one message does not count against the provider.
 */
export function breaking<Message, Result extends Outcome>(
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
    // the adapters bound their own waits, and opossum's timeout would not abort the call
    timeout: false,
    // opossum opens above this number, and half of the calls are enough
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
          return { kind: 'unavailable', message: `${name} is not tried for a while after its failures` }
        throw error
      }
    },
    shutdown: () => breaker.shutdown(),
  }
}
