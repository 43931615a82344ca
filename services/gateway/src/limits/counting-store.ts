import type { Store } from 'express-rate-limit'
import type { Clock } from '@appointments/runtime'
import type { KeyValue } from '../key-value/key-value.ts'
import { portionsOf } from './portions.ts'

interface CountingStoreOptions {
  keyValue: KeyValue
  prefix: string
  windowMs: number
  limit: number
  clock: Clock
  /** What becomes of requests while the key-value store is away. */
  whenAway: 'pass' | 'refuse'
}

/**
 * The store express-rate-limit counts in, over the key-value port, so that all replicas count together. A replica takes
 * a hundredth of the limit at once: a busy caller is counted without a way to the store for each request.
 */
export function countingStore(options: CountingStoreOptions): Store {
  const { keyValue, prefix, windowMs, limit, clock, whenAway } = options
  const portion = Math.max(1, Math.floor(limit / 100))
  const countOf = portionsOf(portion, { keyValue, clock })
  return {
    prefix,
    async increment(key) {
      const counted = countOf(prefix + key, windowMs)
      const { count, expiresInMs } =
        whenAway === 'refuse'
          ? await counted
          : await counted.catch(() => ({ count: 1, expiresInMs: windowMs }))
      return { totalHits: count, resetTime: new Date(Date.now() + expiresInMs) }
    },
    decrement: (key) => keyValue.decrement(prefix + key),
    resetKey: (key) => keyValue.delete(prefix + key),
  }
}
