import type { Store } from 'express-rate-limit'
import type { KeyValue } from '../key-value/key-value.ts'

interface CountingStoreOptions {
  keyValue: KeyValue
  prefix: string
  windowMs: number
  /** What becomes of requests while the key-value store is away. */
  whenAway: 'pass' | 'refuse'
}

/** The store express-rate-limit counts in, over the key-value port, so that all replicas count together. */
export const countingStore = ({ keyValue, prefix, windowMs, whenAway }: CountingStoreOptions): Store => ({
  prefix,
  async increment(key) {
    const counted = keyValue.increment(prefix + key, windowMs)
    const { count, expiresInMs } =
      whenAway === 'refuse' ? await counted : await counted.catch(() => ({ count: 1, expiresInMs: windowMs }))
    return { totalHits: count, resetTime: new Date(Date.now() + expiresInMs) }
  },
  decrement: (key) => keyValue.decrement(prefix + key),
  resetKey: (key) => keyValue.delete(prefix + key),
})
