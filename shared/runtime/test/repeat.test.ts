import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { repeat, silentLog } from '../src/index.ts'

const NEVER_MS = 3_600_000

let stop = () => Promise.resolve()
afterEach(() => stop())

/** Starts a loop in which only `wake` begins a turn. The first `more` turns report that there is more to do. */
function wakeable(restMs: number | undefined, more = 0) {
  let turns = 0
  const turn = async () => {
    turns += 1
    const hasMore = turns <= more
    // wakes arrive while it runs
    await pause(5)
    return hasMore
  }
  const loop = repeat('test', NEVER_MS, turn, silentLog, restMs === undefined ? {} : { restMs })
  stop = loop.stop
  return { wake: loop.wake, idle: loop.idle, turns: () => turns }
}

it('begins a turn immediately when it is woken, and another one if it is woken meanwhile', async () => {
  const { wake, turns } = wakeable(undefined)
  wake()
  expect(turns()).toBe(1)
  wake()
  await expect.poll(turns).toBe(2)
})

it('is idle once a turn that began after the last wake has ended', async () => {
  const { wake, idle, turns } = wakeable(undefined, 2)
  await idle()
  expect(turns()).toBe(0)
  wake()
  wake()
  await idle()
  expect(turns()).toBe(3)
  wake()
  await idle()
  expect(turns()).toBe(4)
})

it('does not begin another turn during the rest, however often it is woken', async () => {
  const { wake, turns } = wakeable(NEVER_MS)
  for (let count = 0; count < 20; count += 1) {
    wake()
    await pause(1)
  }
  expect(turns()).toBe(1)
})

it('does the work of all wakes during a rest in one turn after it', async () => {
  const { wake, turns } = wakeable(200)
  for (let count = 0; count < 20; count += 1) wake()
  await expect.poll(turns).toBe(2)
  // the loop rests again, and no wake is left
  await stop()
  expect(turns()).toBe(2)
})

it('takes no rest while there is more to do', async () => {
  const { wake, turns } = wakeable(NEVER_MS, 3)
  wake()
  await expect.poll(turns).toBe(4)
})

it('begins no turn after it has been stopped during a rest', async () => {
  const { wake, turns } = wakeable(NEVER_MS)
  wake()
  wake()
  await stop()
  wake()
  expect(turns()).toBe(1)
})
