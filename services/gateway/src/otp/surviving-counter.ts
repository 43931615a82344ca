import type { Counter, KeyValue } from '../key-value/key-value.ts'

/** Counts in the shared store and in this process and uses the higher count, so a store that loses its data resets no limit. */
export function createSurvivingCounter(shared: KeyValue, own: KeyValue) {
  return {
    async increment(key: string, ttlMs: number): Promise<Counter> {
      const counters = await Promise.all([own.increment(key, ttlMs), shared.increment(key, ttlMs)])
      return highestOf(counters)
    },
    /** Reads the count without increasing it. */
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
