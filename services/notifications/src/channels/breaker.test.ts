import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Outcome } from '../domain/send/outcomes.ts'
import { breaking } from './breaker.ts'

const LIMITS = { volume: 10, windowMs: 60_000, restMs: 60_000 }
const works: Outcome = { kind: 'delivered', providerStatus: 'HTTP_200' }
const refuses: Outcome = { kind: 'transient', providerStatus: 'HTTP_404', message: 'no' }
const isDown: Outcome = { kind: 'transient', providerStatus: 'HTTP_503', message: 'no', isOutage: true }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A breaker around something that answers as it is told, and how often that was asked. */
function around() {
  const answers: Outcome[] = []
  const asked = vi.fn(() => Promise.resolve(answers.shift() ?? works))
  const { send, shutdown } = breaking('it', asked, LIMITS)
  const sendAll = async (...outcomes: Outcome[]) => {
    answers.push(...outcomes)
    for (const _ of outcomes) await send(undefined)
  }
  return { send, shutdown, sendAll, asked }
}

describe('a breaker', () => {
  it('opens where half of ten calls in a minute fail, and not before the tenth', async () => {
    const { send, sendAll, asked, shutdown } = around()
    await sendAll(...Array<Outcome>(5).fill(works), ...Array<Outcome>(4).fill(isDown))
    expect((await send(undefined)).kind).toBe('delivered')
    await sendAll(isDown, isDown)
    expect(await send(undefined)).toMatchObject({ kind: 'unavailable' })
    expect(asked).toHaveBeenCalledTimes(12)
    shutdown()
  })

  it('opens with the tenth where that makes it a half', async () => {
    const { send, sendAll, shutdown } = around()
    await sendAll(...Array<Outcome>(5).fill(works), ...Array<Outcome>(5).fill(isDown))
    expect((await send(undefined)).kind).toBe('unavailable')
    shutdown()
  })

  it('forgets what is older than a minute, and counts no refusal of one message', async () => {
    const { send, sendAll, shutdown } = around()
    await sendAll(...Array<Outcome>(9).fill(isDown))
    vi.advanceTimersByTime(66_000)
    await sendAll(isDown, ...Array<Outcome>(20).fill(refuses))
    expect((await send(undefined)).kind).toBe('delivered')
    shutdown()
  })

  it('lets one call try after a minute, which decides', async () => {
    const { send, sendAll, asked, shutdown } = around()
    await sendAll(...Array<Outcome>(10).fill(isDown))
    vi.advanceTimersByTime(59_000)
    expect((await send(undefined)).kind).toBe('unavailable')
    vi.advanceTimersByTime(2000)
    await sendAll(isDown)
    expect((await send(undefined)).kind).toBe('unavailable')
    expect(asked).toHaveBeenCalledTimes(11)
    vi.advanceTimersByTime(61_000)
    expect((await send(undefined)).kind).toBe('delivered')
    expect((await send(undefined)).kind).toBe('delivered')
    shutdown()
  })
})
