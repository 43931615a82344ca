import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.useRealTimers())

it.each(['2031-12-31T23:59:59.999Z', '2032-02-28T00:00:00Z'])(
  'counts whole days from today, %s [H0]',
  async (now) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
    vi.resetModules()
    const { daysAhead } = await import('../src/days-ahead.ts')
    const tomorrow = daysAhead(1, '10:30:00')
    expect(tomorrow).toMatch(/^\d{4}-\d\d-\d\dT10:30:00Z$/)
    expect(Math.floor(Date.parse(tomorrow) / 86_400_000)).toBe(Math.floor(Date.parse(now) / 86_400_000) + 1)
    vi.setSystemTime(Date.parse(now) + 60_000)
    expect(daysAhead(1, '10:30:00')).toBe(tomorrow)
    expect(Date.parse(daysAhead(-1, '10:30:00'))).toBe(Date.parse(tomorrow) - 2 * 86_400_000)
  },
)
