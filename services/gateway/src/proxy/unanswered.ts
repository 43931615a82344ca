import { Problem } from '@appointments/contracts'

/** A service gave no answer: 503 for the client, who may come again. */
export class Unanswered extends Problem {
  override name = 'Unanswered'
  /** Whether the service may have got the request, and done what it asks for. */
  readonly maybeExecuted: boolean

  constructor(maybeExecuted: boolean, cause?: unknown) {
    super('UNAVAILABLE', { retryAfter: 2 })
    this.maybeExecuted = maybeExecuted
    this.cause = cause
  }
}

/** There is no capacity for a request: it is counted, not logged, for the service itself has not failed. */
export class Overloaded extends Unanswered {
  override name = 'Overloaded'
  override readonly isCounted = true

  constructor() {
    super(false)
  }
}

/** Why a request that was aborted has no answer: what its client brought about, or silence until its time was up. */
export function unansweredBy(signal: AbortSignal, maybeExecuted: boolean, cause?: unknown): Problem {
  const { reason } = signal as { reason: unknown }
  return reason instanceof Problem ? reason : new Unanswered(maybeExecuted, cause ?? reason)
}
