import { createBoundedCache, type Clock } from '@appointments/runtime'
import type { Counter, KeyValue } from '../key-value/key-value.ts'

const MAX_KEPT = 10_000

interface Portion {
  /** The next number to hand out. */
  next: number
  last: number
  /** Epoch milliseconds. */
  until: number
}

/**
 * Counts in the key-value store without a call for each request: a replica reserves numbers in portions and hands
 * them out one by one. No number is handed out twice, so the replicas together never exceed a limit. Numbers still
 * unused when the window ends are lost, which lowers the limit by that many.
 * @param size numbers in a portion
 */
export function portionsOf(
  size: number,
  { keyValue, clock }: { keyValue: Pick<KeyValue, 'increment'>; clock: Clock },
): (key: string, ttlMs: number) => Promise<Counter> {
  const portions = createBoundedCache<Portion>(MAX_KEPT)
  const reserving = new Map<string, Promise<void>>()
  const now = () => clock.now().getTime()

  const reserve = async (key: string, ttlMs: number) => {
    const { count, expiresInMs } = await keyValue.increment(key, ttlMs, size)
    const until = now() + expiresInMs
    portions.set(key, { next: count - size + 1, last: count, until }, until)
  }

  return async (key, ttlMs) => {
    for (;;) {
      const portion = portions.get(key, now())
      if (portion && portion.next <= portion.last)
        return { count: portion.next++, expiresInMs: portion.until - now() }
      let reserved = reserving.get(key)
      if (!reserved) {
        reserved = reserve(key, ttlMs).finally(() => reserving.delete(key))
        reserving.set(key, reserved)
      }
      await reserved
    }
  }
}
