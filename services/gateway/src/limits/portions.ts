import { createBoundedCache, type Clock } from '@appointments/runtime'
import type { Counter, KeyValue } from '../key-value/key-value.ts'

const MOST_KEPT = 10_000

interface Portion {
  /** The next number to give. */
  next: number
  last: number
  /** Epoch milliseconds. */
  until: number
}

/**
 * Counts over the key-value store without asking it each time: numbers are taken in portions and given one by one.
 * No number is given twice, so replicas together never let more through than a limit allows; what a replica has taken
 * and not given when the window ends is lost, and the limit lower by that.
 * @param size numbers in a portion
 */
export function portionsOf(
  size: number,
  { keyValue, clock }: { keyValue: Pick<KeyValue, 'increment'>; clock: Clock },
): (key: string, ttlMs: number) => Promise<Counter> {
  const portions = createBoundedCache<Portion>(MOST_KEPT)
  const asking = new Map<string, Promise<void>>()
  const now = () => clock.now().getTime()

  const take = async (key: string, ttlMs: number) => {
    const { count, expiresInMs } = await keyValue.increment(key, ttlMs, size)
    const until = now() + expiresInMs
    portions.set(key, { next: count - size + 1, last: count, until }, until)
  }

  return async (key, ttlMs) => {
    for (;;) {
      const portion = portions.get(key, now())
      if (portion && portion.next <= portion.last)
        return { count: portion.next++, expiresInMs: portion.until - now() }
      let asked = asking.get(key)
      if (!asked) {
        asked = take(key, ttlMs).finally(() => asking.delete(key))
        asking.set(key, asked)
      }
      await asked
    }
  }
}
