import CircuitBreaker from 'opossum'
import type { Outcome } from '../domain/outcomes.ts'

/** Carries an outcome that counts against the provider through the breaker. */
class Outage extends Error {
  override name = 'Outage'
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
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
}

/** Whether an outcome says that nothing sent to this provider would fare better. */
const isOutage = (outcome: Outcome): boolean =>
  outcome.kind === 'unknown' || (outcome.kind === 'transient' && outcome.isOutage === true)

/**
 * Puts a circuit breaker around sending. While the circuit is open nothing is tried, and the outcome says so;
 * a refusal of one message does not count against the provider.
 */
export function breaking<Message>(
  name: string,
  send: (message: Message) => Promise<Outcome>,
  { volume, windowMs, restMs }: Limits,
): { send: (message: Message) => Promise<Outcome>; shutdown: () => void } {
  const attempt = async (message: Message) => {
    const outcome = await send(message)
    if (isOutage(outcome)) throw new Outage(outcome)
    return outcome
  }
  const breaker = new CircuitBreaker(attempt, {
    name,
    // the adapters bound their own waits, and opossum's timeout would not abort the call
    timeout: false,
    errorThresholdPercentage: 50,
    volumeThreshold: volume,
    rollingCountTimeout: windowMs,
    resetTimeout: restMs,
  })
  return {
    async send(message) {
      try {
        return await breaker.fire(message)
      } catch (error) {
        if (error instanceof Outage) return error.outcome
        if (CircuitBreaker.isOurError(error as Error))
          return { kind: 'unavailable', message: `${name} is not tried for a while after its failures` }
        throw error
      }
    },
    shutdown: () => breaker.shutdown(),
  }
}
