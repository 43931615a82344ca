import { problem } from '@appointments/contracts'

/** The time a request has left. */
export interface Deadline {
  /** When it began, in milliseconds of the monotonic clock. */
  startedAt: number
  /** Aborts when the time is up, or, with a Problem as its reason, when the client has disconnected. */
  signal: AbortSignal
  /** Aborts like `signal`, and also when the client of a request that waits to be sent has disconnected. */
  untilSent: AbortSignal
  remainingMs: () => number
  /** Aborts the request because its client has disconnected. */
  cancel: () => void
  /** Aborts the request because its client has disconnected, unless it has been sent. */
  cancelUnlessSent: () => void
  /** Stops the timer. */
  end: () => void
}

/** Why a request ends whose client has disconnected. */
export const clientLeft = () => problem('VALIDATION_FAILED', 'The client closed the connection.')

/**
 * Starts the deadline of a request.
 * @param startedAt when the request arrived, in milliseconds of the monotonic clock; now by default
 */
export function startDeadline(limitMs: number, startedAt = performance.now()): Deadline {
  const controller = new AbortController()
  const waiting = new AbortController()
  const abort = (reason?: unknown) => {
    waiting.abort(reason)
    controller.abort(reason)
  }
  const timer = setTimeout(abort, limitMs - (performance.now() - startedAt))
  return {
    startedAt,
    signal: controller.signal,
    untilSent: waiting.signal,
    remainingMs: () => Math.max(0, Math.floor(limitMs - (performance.now() - startedAt))),
    cancel: () => abort(clientLeft()),
    cancelUnlessSent: () => waiting.abort(clientLeft()),
    end: () => clearTimeout(timer),
  }
}
