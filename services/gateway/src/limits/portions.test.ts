import { expect, it } from 'vitest'
import { createInProcessKeyValue } from '../key-value/in-process.ts'
import { KeyValueUnavailable } from '../key-value/key-value.ts'
import { portionsOf } from './portions.ts'

const WINDOW_MS = 60_000

function replicas(count: number) {
  let now = Date.parse('2027-01-04T08:00:00Z')
  const clock = { now: () => new Date(now) }
  const store = createInProcessKeyValue(clock)
  let asked = 0
  const keyValue = {
    increment: (key: string, ttlMs: number, by?: number) => {
      asked += 1
      return store.increment(key, ttlMs, by)
    },
  }
  return {
    counters: Array.from({ length: count }, () => portionsOf(6, { keyValue, clock })),
    asked: () => asked,
    pass: (ms: number) => (now += ms),
  }
}

it('hands out every number once across replicas', async () => {
  const { counters, asked } = replicas(3)
  const counted = await Promise.all(
    Array.from({ length: 90 }, (_, turn) => counters[turn % 3]!('key', WINDOW_MS)),
  )
  expect(counted.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 90 }, (_, index) => index + 1),
  )
  expect(asked()).toBe(15)
})

it('restarts with each window and drops unused numbers of the previous one', async () => {
  const { counters, pass } = replicas(1)
  await counters[0]!('key', WINDOW_MS)
  pass(20_000)
  expect(await counters[0]!('key', WINDOW_MS)).toEqual({ count: 2, expiresInMs: 40_000 })
  pass(40_000)
  expect(await counters[0]!('key', WINDOW_MS)).toEqual({ count: 1, expiresInMs: WINDOW_MS })
})

it('counts each key separately', async () => {
  const { counters } = replicas(1)
  await counters[0]!('one', WINDOW_MS)
  expect((await counters[0]!('other', WINDOW_MS)).count).toBe(1)
})

it('fails while the store is unavailable and works once it is back', async () => {
  let isUnavailable = true
  const keyValue = {
    increment: () =>
      isUnavailable
        ? Promise.reject(new KeyValueUnavailable())
        : Promise.resolve({ count: 6, expiresInMs: 1000 }),
  }
  const count = portionsOf(6, { keyValue, clock: { now: () => new Date() } })
  await expect(count('key', WINDOW_MS)).rejects.toThrow(KeyValueUnavailable)
  isUnavailable = false
  expect((await count('key', WINDOW_MS)).count).toBe(1)
})
