import { repeat, type Log, type Stoppable } from '@appointments/runtime'
import type { AllowedOrigins } from './allowed-origins.ts'

/**
 * Pause after a read that failed: short, so that pages of other origins work soon after a start, but long enough that the
 * failures alone never open the circuit to the service.
 */
const RETRY_MS = 2000
/** Services that start together are not reachable immediately, so a few failures do not cause a warning. */
const MANY = 10

/** Reads the allowed origins now, and again after each pause. */
export function keepRefreshing({ refresh }: AllowedOrigins, everyMs: number, log: Log): Stoppable {
  let dueAt = 0
  let failures = 0
  const turn = async () => {
    if (performance.now() < dueAt) return undefined
    try {
      await refresh()
      dueAt = performance.now() + everyMs
      failures = 0
    } catch (error) {
      failures += 1
      dueAt = performance.now() + RETRY_MS
      const level = failures === MANY ? 'warn' : 'debug'
      log[level]({ err: error, failures }, 'the allowed origins could not be read; the previous ones apply')
    }
    return undefined
  }
  const loop = repeat('allowed origins', Math.min(RETRY_MS, everyMs), turn, log)
  loop.wake()
  return loop
}
