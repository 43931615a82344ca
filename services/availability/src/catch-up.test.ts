import { silentLog } from '@appointments/runtime'
import { expect, it } from 'vitest'
import { createCatchUp, OlderRelease } from './catch-up.ts'

/** A start whose clock, owner and inbox the test controls. */
function aStart(waiting: () => string[]) {
  const applied = new Set<string>()
  const time = { elapsed: 5000 }
  let asked = 0
  const catchUp = createCatchUp({
    unapplied: () => {
      asked += 1
      return new Promise((resolve) => resolve(waiting()))
    },
    remaining: (ids) => Promise.resolve(ids.filter((id) => !applied.has(id))),
    elapsedMs: () => time.elapsed,
    log: silentLog,
  })
  const isDone = async () => {
    await catchUp.check()
    return catchUp.isDone()
  }
  return { applied, time, isDone, asked: () => asked }
}

it('finishes once every event that waited at the start is applied', async () => {
  const start = aStart(() => ['a', 'b'])
  expect(await start.isDone()).toBe(false)
  start.applied.add('b')
  expect(await start.isDone()).toBe(false)
  start.applied.add('a')
  expect(await start.isDone()).toBe(true)
  // later events do not count
  expect(start.asked()).toBe(1)
})

it('finishes at once if no event waits, or beside an older release', async () => {
  expect(await aStart(() => []).isDone()).toBe(true)
  const besideOlder = aStart(() => {
    throw new OlderRelease('unknown')
  })
  expect(await besideOlder.isDone()).toBe(true)
})

it('finishes after a minute even if the events do not arrive or their owner does not respond', async () => {
  for (const waiting of [
    () => ['lost'],
    () => {
      throw new Error('unreachable')
    },
  ]) {
    const start = aStart(waiting)
    start.time.elapsed += 59_999
    expect(await start.isDone()).toBe(false)
    start.time.elapsed += 1
    expect(await start.isDone()).toBe(true)
  }
})
