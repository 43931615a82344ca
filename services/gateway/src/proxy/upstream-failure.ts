import { Problem, type ProblemCode } from '@appointments/contracts'

/** A service sent no usable response: 503 for the client, which may retry. */
export class UpstreamFailure extends Problem {
  override name = 'UpstreamFailure'
  /** Whether the service may have received and executed the request. */
  readonly maybeExecuted: boolean

  constructor(maybeExecuted: boolean, cause?: unknown, code: ProblemCode = 'UNAVAILABLE', detail?: string) {
    super(code, { retryAfter: 2, ...(detail !== undefined && { detail }) })
    this.maybeExecuted = maybeExecuted
    this.cause = cause
  }
}

const TOO_MANY = 'Too many requests are waiting; send the request again after the time in Retry-After.'

/** There is no capacity for a request. It is counted and not logged, because the service itself has not failed. */
export class Overloaded extends UpstreamFailure {
  override name = 'Overloaded'
  override readonly isCounted = true

  constructor() {
    super(false, undefined, 'UNAVAILABLE', TOO_MANY)
  }
}

/** The deadline of a request has passed: 504. If it was still waiting for its turn, it is counted and not logged. */
class DeadlinePassed extends UpstreamFailure {
  override name = 'DeadlinePassed'
  override readonly isCounted: boolean

  constructor(maybeExecuted: boolean, cause: unknown) {
    super(maybeExecuted, cause, 'DEADLINE_EXCEEDED')
    this.isCounted = !maybeExecuted
  }
}

/** The error of an aborted request: the Problem if the client caused it, otherwise its deadline has passed. */
export function abortReason(signal: AbortSignal, maybeExecuted: boolean): Problem {
  const { reason } = signal as { reason: unknown }
  return reason instanceof Problem ? reason : new DeadlinePassed(maybeExecuted, reason)
}
