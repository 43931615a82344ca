import { problem } from '@appointments/contracts'

/** The time a request has left. */
export interface Deadline {
  /** Aborts when the time is up, or, with a Problem as its reason, when the client has disconnected. */
  signal: AbortSignal
  remainingMs: () => number
  /** Aborts the request because its client has disconnected. */
  cancel: () => void
  /** Stops the timer. */
  end: () => void
}

/** Starts the deadline of a request. */
export function startDeadline(limitMs: number): Deadline {
  const controller = new AbortController()
  const startedAt = performance.now()
  const timer = setTimeout(() => controller.abort(), limitMs)
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, Math.floor(limitMs - (performance.now() - startedAt))),
    cancel: () => controller.abort(problem('VALIDATION_FAILED', 'The client closed the connection.')),
    end: () => clearTimeout(timer),
  }
}
