import { repeat, type Log, type Stoppable } from '@appointments/runtime'
import type { AllowedOrigins } from './allowed-origins.ts'

/** Pause after a read that failed, so that pages of other origins work soon after a start. */
const RETRY_MS = 5000

/** Reads the allowed origins now, and again after each pause. */
export function keepRefreshing({ refresh }: AllowedOrigins, everyMs: number, log: Log): Stoppable {
  let dueAt = 0
  const turn = async () => {
    if (performance.now() < dueAt) return undefined
    await refresh()
    dueAt = performance.now() + everyMs
    return undefined
  }
  const loop = repeat('allowed origins', Math.min(RETRY_MS, everyMs), turn, log)
  loop.wake()
  return loop
}
