import { setTimeout as pause } from 'node:timers/promises'

/** Pauses before what the database did not do is asked for once more; far shorter in all than a lease. */
const PAUSES_MS = [200, 1000, 5000]

/**
 * Asks the database more than once. Before a send a moment of trouble would put the message off; after it the
 * outcome would be lost, and the message sent twice. The lease makes repeating harmless.
 */
export async function persistently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await ask()
    } catch {
      await pause(pauseMs)
    }
  }
  return ask()
}
