import { expect, it } from 'vitest'
import { createSlots } from './slots.ts'

const WAIT_MS = 5000

/** Slots, and work that occupies them until it is ended. */
function start(limits: { fewest: number; most: number; restMs?: number }) {
  const slots = createSlots({ waitMs: WAIT_MS, restMs: 0, ...limits })
  const running: (() => void)[] = []
  return {
    running: () => running.length,
    remove: slots.remove,
    counts: slots.counts,
    add: (count: number) => {
      for (let added = 0; added < count; added += 1)
        void slots.run(() => new Promise<void>((resolve) => running.push(resolve)))
    },
    /** Ends the oldest piece of work. */
    end: async () => {
      running.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('begins with the fewest slots', () => {
  const { add, running } = start({ fewest: 2, most: 4 })
  add(5)
  expect(running()).toBe(2)
})

it('never has more slots than `most`, even if `fewest` is greater', () => {
  const { add, running } = start({ fewest: 5, most: 3 })
  add(6)
  expect(running()).toBe(3)
})

it('adds a slot for each piece that ends while others wait, up to the most', async () => {
  const { add, end, running, counts } = start({ fewest: 1, most: 3 })
  add(9)
  expect(counts()).toEqual({ allowed: 1, used: 1 })
  const seen: number[] = []
  for (let ended = 0; ended < 4; ended += 1) {
    await end()
    seen.push(running())
  }
  expect(seen).toEqual([2, 3, 3, 3])
  expect(counts()).toEqual({ allowed: 3, used: 3 })
})

it('adds no slot while nothing waits', async () => {
  const { add, end, running, counts } = start({ fewest: 2, most: 4 })
  add(2)
  await end()
  await end()
  expect(counts()).toEqual({ allowed: 2, used: 0 })
  add(4)
  expect(running()).toBe(2)
})

it('removes a slot of running work, and adds none for a while', async () => {
  const { add, end, running, remove } = start({ fewest: 1, most: 3, restMs: Infinity })
  add(9)
  await end()
  expect(running()).toBe(2)
  expect(remove()).toBe(true)
  await end()
  expect(running()).toBe(1)
  await end()
  expect(running()).toBe(1)
})

it('keeps the fewest slots', async () => {
  const { add, end, running, remove } = start({ fewest: 2, most: 3, restMs: Infinity })
  add(9)
  expect(remove()).toBe(false)
  await end()
  expect(running()).toBe(2)
})

it('removes slots below the fewest on request, except the last one', async () => {
  const { add, end, running, remove } = start({ fewest: 3, most: 3, restMs: Infinity })
  add(9)
  for (const left of [2, 1]) {
    expect(remove(1)).toBe(true)
    await end()
    expect(running()).toBe(left)
  }
  // one remains, even though the second removal would keep more
  expect([remove(1), remove()]).toEqual([false, false])
  await end()
  expect(running()).toBe(1)
})

it('gives up work that got no slot in time', async () => {
  const slots = createSlots({ fewest: 1, most: 1, waitMs: 0, restMs: 0 })
  const first = slots.run(() => new Promise((resolve) => setTimeout(() => resolve('done'), 50)))
  expect(await slots.run(() => Promise.resolve('too late'))).toBeUndefined()
  expect(await first).toBe('done')
})
