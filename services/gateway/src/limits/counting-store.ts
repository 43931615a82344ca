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
  /** What happens to requests while the key-value store is unavailable. */
  whenUnavailable: 'pass' | 'reject'
}

/**
 * The store of express-rate-limit over the key-value port, so that all replicas count together. A replica reserves a
 * hundredth of the limit with each call, so a busy caller does not cost a round trip for every request.
 */
export function countingStore(options: CountingStoreOptions): Store {
  const { keyValue, prefix, windowMs, limit, clock, whenUnavailable } = options
  const portion = Math.max(1, Math.floor(limit / 100))
  const countOf = portionsOf(portion, { keyValue, clock })
  return {
    prefix,
    async increment(key) {
      const counted = countOf(prefix + key, windowMs)
      const { count, expiresInMs } =
        whenUnavailable === 'reject'
          ? await counted
          : await counted.catch(() => ({ count: 1, expiresInMs: windowMs }))
      return { totalHits: count, resetTime: new Date(Date.now() + expiresInMs) }
    },
    decrement: (key) => keyValue.decrement(prefix + key),
    resetKey: (key) => keyValue.delete(prefix + key),
  }
}
