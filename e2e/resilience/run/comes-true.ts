import { setTimeout as pause } from 'node:timers/promises'

/**
 * Polls a condition; a check that fails, as it may while servers come back, counts as false.
 * @returns whether it came true within the time
 */
export async function comesTrue(
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
  everyMs = 100,
): Promise<boolean> {
  const limit = performance.now() + limitMs
  while (performance.now() < limit) {
    try {
      if (await isSo()) return true
    } catch {
      // the next round checks again
    }
    await pause(everyMs)
  }
  return false
}
