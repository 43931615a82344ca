import { setTimeout as pause } from 'node:timers/promises'

/**
 * Asks again and again until something is so; a question that fails, as it does while servers come back, is no answer.
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
      // it is asked again
    }
    await pause(everyMs)
  }
  return false
}
