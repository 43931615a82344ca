import type { Counter, KeyValue } from '../key-value/key-value.ts'

/** Counts in the shared store and in this process, and believes the higher count: a store that lost everything resets nothing. */
export function createSurvivingCounter(shared: KeyValue, own: KeyValue) {
  return {
    async increment(key: string, ttlMs: number): Promise<Counter> {
      const counters = await Promise.all([own.increment(key, ttlMs), shared.increment(key, ttlMs)])
      return highestOf(counters)
    },
    /** What is counted now, without counting. */
    async read(key: string, ttlMs: number): Promise<Counter> {
      const counters = await Promise.all([own.increment(key, ttlMs, 0), shared.increment(key, ttlMs, 0)])
      return highestOf(counters)
    },
    async decrement(key: string): Promise<void> {
      await Promise.all([own.decrement(key), shared.decrement(key)])
    },
  }
}
export type SurvivingCounter = ReturnType<typeof createSurvivingCounter>

const highestOf = (counters: Counter[]): Counter =>
  counters.reduce((highest, one) => (one.count > highest.count ? one : highest))
