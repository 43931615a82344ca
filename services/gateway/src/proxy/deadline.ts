import { problem } from '@appointments/contracts'

/** How long a request may still take. */
export interface Deadline {
  /** Aborts when the time is up; with a Problem as its reason where nobody waits for the answer any more. */
  signal: AbortSignal
  remainingMs: () => number
  /** Ends the request, since its client has gone. */
  cancel: () => void
  /** Ends the watch. */
  end: () => void
}

/** Starts the clock of a request. */
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
