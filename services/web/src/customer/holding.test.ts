import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Holds } from '../api/holds.ts'
import { ApiError } from '../api/send.ts'
import { createHolding } from './holding.ts'

const MINUTE_MS = 60_000
const time = { start: 90 * MINUTE_MS, end: 120 * MINUTE_MS }

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  onTestFinished(() => void vi.useRealTimers())
})

/** Holds of five minutes that can be extended for a quarter of an hour. */
function createHolds() {
  const heldNow = () => {
    const until = Math.min(Date.now() + 5 * MINUTE_MS, 15 * MINUTE_MS)
    return Promise.resolve({ id: 'hold_1', until, extendableUntil: 15 * MINUTE_MS })
  }
  return {
    hold: vi.fn<Holds['hold']>(heldNow),
    extend: vi.fn<Holds['extend']>(heldNow),
    release: vi.fn<Holds['release']>(() => Promise.resolve()),
  }
}

function open({ isFree = true } = {}) {
  const holds = createHolds()
  const onLost = vi.fn<() => void>()
  return { holds, onLost, holding: createHolding({ holds, isFree: () => Promise.resolve(isFree), onLost }) }
}

describe('a held time', () => {
  it('is announced two minutes before its end, and can be kept longer', async () => {
    const { holding } = open()
    await holding.choose(time)
    expect(holding.view.value).toMatchObject({ kind: 'held', until: 5 * MINUTE_MS, isEnding: false })
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS)
    expect(holding.view.value).toMatchObject({ kind: 'held', isEnding: true, mayExtend: true })
    await holding.extend()
    expect(holding.view.value).toMatchObject({ kind: 'held', until: 8 * MINUTE_MS, isEnding: false })
  })

  it('is renewed while the visitor types, until it cannot be extended any more', async () => {
    const { holds, holding } = open()
    await holding.choose(time)
    for (let minute = 1; minute <= 14; minute++) {
      await vi.advanceTimersByTimeAsync(MINUTE_MS)
      await holding.typed()
      await holding.typed()
    }
    expect(holds.extend).toHaveBeenCalledTimes(10)
    expect(holding.view.value).toMatchObject({ kind: 'held', until: 15 * MINUTE_MS, mayExtend: false })
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(holding.view.value).toEqual({ kind: 'ended', time, isFree: true })
  })

  it('is lost if another visitor books it after the hold has ended', async () => {
    const { holding, onLost } = open({ isFree: false })
    await holding.choose(time)
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
    expect(onLost).toHaveBeenCalledTimes(1)
    expect(holding.view.value).toEqual({ kind: 'none' })
  })

  it('ends when the server reports that the hold is gone', async () => {
    const { holds, holding } = open()
    await holding.choose(time)
    holds.extend.mockRejectedValueOnce(new ApiError(409, 'HOLD_GONE'))
    await holding.extend()
    expect(holding.view.value).toEqual({ kind: 'ended', time, isFree: true })
  })

  it('stays held if it cannot be extended because there is no connection', async () => {
    const { holds, holding } = open()
    await holding.choose(time)
    holds.extend.mockRejectedValueOnce(new ApiError(0, ''))
    await holding.extend()
    expect(holding.view.value).toMatchObject({ kind: 'held', until: 5 * MINUTE_MS })
  })

  it('is released when another time is chosen', async () => {
    const { holds, holding } = open()
    await holding.choose(time)
    await holding.choose({ start: 1, end: 2 })
    expect(holds.release).toHaveBeenCalledWith('hold_1')
    expect(vi.getTimerCount()).toBe(1)
  })
})

describe('a time that cannot be held', () => {
  it.each([
    [401, 'UNAUTHORIZED'],
    [409, 'HOLDS_NOT_OFFERED'],
    [429, 'HOLD_LIMIT'],
  ])('is chosen without a hold after the error %d %s', async (status, code) => {
    const { holds, holding } = open()
    holds.hold.mockRejectedValueOnce(new ApiError(status, code))
    await holding.choose(time)
    expect(holding.view.value).toEqual({ kind: 'unheld', time })
  })

  it.each([
    [409, 'SLOT_TAKEN'],
    [409, 'OUTSIDE_AVAILABILITY'],
    [0, ''],
    [503, 'UNAVAILABLE'],
  ])('is not chosen after the error %d %s', async (status, code) => {
    const { holds, holding } = open()
    holds.hold.mockRejectedValueOnce(new ApiError(status, code))
    await expect(holding.choose(time)).rejects.toMatchObject({ status })
    expect(holding.view.value).toEqual({ kind: 'none' })
  })
})
