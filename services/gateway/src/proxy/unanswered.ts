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

/** Why a request that was aborted has no answer: what its client brought about, or silence until its time was up. */
export function unansweredBy(signal: AbortSignal, maybeExecuted: boolean, cause?: unknown): Problem {
  const { reason } = signal as { reason: unknown }
  return reason instanceof Problem ? reason : new Unanswered(maybeExecuted, cause ?? reason)
}
