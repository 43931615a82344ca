import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Outcome } from '../domain/send/outcomes.ts'
import { withBreaker } from './breaker.ts'

const LIMITS = { volume: 10, windowMs: 60_000, restMs: 60_000 }
const works: Outcome = { kind: 'delivered', providerStatus: 'HTTP_200' }
const rejects: Outcome = { kind: 'transient', providerStatus: 'HTTP_404', message: 'no' }
const isDown: Outcome = { kind: 'transient', providerStatus: 'HTTP_503', message: 'no', isOutage: true }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A breaker around a stub that returns the given outcomes in order, then succeeds. */
function around() {
  const outcomesLeft: Outcome[] = []
  const called = vi.fn(() => Promise.resolve(outcomesLeft.shift() ?? works))
  const { send, shutdown } = withBreaker('it', called, LIMITS)
  const sendAll = async (...outcomes: Outcome[]) => {
    outcomesLeft.push(...outcomes)
    for (const _ of outcomes) await send(undefined)
  }
  return { send, shutdown, sendAll, called }
}

describe('a breaker', () => {
  it('stays closed before the tenth call and opens once half of the calls in a minute failed', async () => {
    const { send, sendAll, called, shutdown } = around()
    await sendAll(...Array<Outcome>(5).fill(works), ...Array<Outcome>(4).fill(isDown))
    expect((await send(undefined)).kind).toBe('delivered')
    await sendAll(isDown, isDown)
    expect(await send(undefined)).toMatchObject({ kind: 'unavailable' })
    expect(called).toHaveBeenCalledTimes(12)
    shutdown()
  })

  it('opens with the tenth call if exactly half have failed', async () => {
    const { send, sendAll, shutdown } = around()
    await sendAll(...Array<Outcome>(5).fill(works), ...Array<Outcome>(5).fill(isDown))
    expect((await send(undefined)).kind).toBe('unavailable')
    shutdown()
  })

  it('ignores failures older than a minute and rejections of single messages', async () => {
    const { send, sendAll, shutdown } = around()
    await sendAll(...Array<Outcome>(9).fill(isDown))
    vi.advanceTimersByTime(66_000)
    await sendAll(isDown, ...Array<Outcome>(20).fill(rejects))
    expect((await send(undefined)).kind).toBe('delivered')
    shutdown()
  })

  it('allows one trial call after a minute, which closes the circuit or keeps it open', async () => {
    const { send, sendAll, called, shutdown } = around()
    await sendAll(...Array<Outcome>(10).fill(isDown))
    vi.advanceTimersByTime(59_000)
    expect((await send(undefined)).kind).toBe('unavailable')
    vi.advanceTimersByTime(2000)
    await sendAll(isDown)
    expect((await send(undefined)).kind).toBe('unavailable')
    expect(called).toHaveBeenCalledTimes(11)
    vi.advanceTimersByTime(61_000)
    expect((await send(undefined)).kind).toBe('delivered')
    expect((await send(undefined)).kind).toBe('delivered')
    shutdown()
  })
})
