import { Problem } from '@appointments/contracts'

/** A service sent no usable response: 503 for the client, which may retry. */
export class UpstreamFailure extends Problem {
  override name = 'UpstreamFailure'
  /** Whether the service may have received and executed the request. */
  readonly maybeExecuted: boolean

  constructor(maybeExecuted: boolean, cause?: unknown) {
    super('UNAVAILABLE', { retryAfter: 2 })
    this.maybeExecuted = maybeExecuted
    this.cause = cause
  }
}

/** There is no capacity for a request. It is counted and not logged, because the service itself has not failed. */
export class Overloaded extends UpstreamFailure {
  override name = 'Overloaded'
  override readonly isCounted = true

  constructor() {
    super(false)
  }
}

/** The error of an aborted request: the Problem if the client caused it, otherwise a failure of the service. */
export function abortReason(signal: AbortSignal, maybeExecuted: boolean, cause?: unknown): Problem {
  const { reason } = signal as { reason: unknown }
  return reason instanceof Problem ? reason : new UpstreamFailure(maybeExecuted, cause ?? reason)
}
