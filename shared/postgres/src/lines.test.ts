import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { begin, silentTracer } from '@appointments/runtime'
import { createLines, type Lines } from './lines.ts'

const WAIT_MS = 1000

let inLine: Lines
let tooLong: string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  tooLong = []
  inLine = createLines({
    mostRunning: 2,
    waitedFor: 'lock',
    waitMs: WAIT_MS,
    onWaitTooLong: (waitedFor) => tooLong.push(waitedFor),
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)

/** Work that lasts until the test ends it. */
function work(locks: string[]) {
  const state = { isRunning: false, end: () => {} }
  const done = inLine(locks, () => {
    state.isRunning = true
    return new Promise<void>((resolve) => {
      state.end = () => {
        state.isRunning = false
        resolve()
      }
    })
  })
  return { state, done }
}
const running = (all: ReturnType<typeof work>[]) =>
  all.flatMap(({ state }, index) => (state.isRunning ? [index] : []))

describe('work for the same lock', () => {
  it('runs two at a time, in order of arrival', async () => {
    const all = Array.from({ length: 5 }, () => work(['agent:a']))
    await settled()
    expect(running(all)).toEqual([0, 1])
    all[0]?.state.end()
    await settled()
    expect(running(all)).toEqual([1, 2])
    all[2]?.state.end()
    await settled()
    expect(running(all)).toEqual([1, 3])
  })

  it('does not delay work for other locks, or without any', async () => {
    const all = [['agent:a'], ['agent:a'], ['agent:a'], ['agent:b'], []].map(work)
    await settled()
    expect(running(all)).toEqual([0, 1, 3, 4])
  })

  it('frees its place if it fails', async () => {
    const fail = () => Promise.reject(new Error('broken'))
    for (let count = 0; count < 3; count += 1)
      await expect(inLine(['agent:a'], fail)).rejects.toThrow('broken')
    expect(await inLine(['agent:a'], () => Promise.resolve('done'))).toBe('done')
  })

  it('does not deadlock, regardless of the order of its locks', async () => {
    const all = [
      work(['a', 'b']),
      work(['b', 'a']),
      work(['a', 'b']),
      work(['b', 'a']),
      work(['b', 'b']),
      work(['a']),
    ]
    for (let count = 0; count < all.length; count += 1) {
      await settled()
      const [first] = running(all)
      expect(first).toBeDefined()
      all[first ?? 0]?.state.end()
    }
    await Promise.all(all.map(({ done }) => done))
  })

  it('is rejected after the limit, and leaves its place to others', async () => {
    const all = Array.from({ length: 3 }, () => work(['agent:a']))
    const rejected = expect(all[2]?.done).rejects.toMatchObject({ code: 'ETIMEDOUT', waitedFor: 'lock' })
    await vi.advanceTimersByTimeAsync(WAIT_MS)
    await rejected
    expect(tooLong).toEqual(['lock'])
    const next = work(['agent:a'])
    all[0]?.state.end()
    await settled()
    expect(next.state.isRunning).toBe(true)
  })

  it('waits until shortly before the deadline of its request', async () => {
    const { run } = begin(silentTracer, { name: 'POST', kind: 'server', deadlineMs: 4000 })
    const all = run(() => Array.from({ length: 3 }, () => work(['agent:a'])))
    const rejected = expect(all[2]?.done).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    await vi.advanceTimersByTimeAsync(3000)
    expect(tooLong).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    await rejected
    expect(tooLong).toEqual(['lock'])
  })
})
