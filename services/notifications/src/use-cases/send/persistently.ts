import { setTimeout as pause } from 'node:timers/promises'

/** Pauses between attempts at a failed query; far shorter in total than a lease. */
const PAUSES_MS = [200, 1000, 5000]

/**
 * Retries a query. A brief database error before a send would delay the message; after it, the outcome would be
 * lost and the message sent twice. The lease makes repeating safe.
 */
export async function persistently<Result>(
  ask: () => Promise<Result>,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await ask()
    } catch {
      await pause(pauseMs)
    }
  }
  return ask()
}
