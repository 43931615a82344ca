import { expect, it } from 'vitest'
import { createInProcessKeyValue } from '../key-value/in-process.ts'
import { countingStore } from './counting-store.ts'

it.each([
  [600, 6],
  [600_000, 6000],
  [60, 1],
])('counts a limit of %i requests in portions of %i', async (limit, portion) => {
  const clock = { now: () => new Date() }
  const store = createInProcessKeyValue(clock)
  const taken: (number | undefined)[] = []
  const keyValue = {
    ...store,
    increment: (key: string, ttlMs: number, by?: number) => {
      taken.push(by)
      return store.increment(key, ttlMs, by)
    },
  }
  const window = { prefix: 'rate:', windowMs: 60_000, limit }
  const counting = countingStore({ keyValue, ...window, clock, whenUnavailable: 'reject' })
  // however high the limit, a window takes no more than about a hundred calls to Redis
  let last = 0
  for (let asked = 0; asked < portion * 2; asked += 1) last = (await counting.increment('caller')).totalHits
  expect(last).toBe(portion * 2)
  expect(taken).toEqual([portion, portion])
})
