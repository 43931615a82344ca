import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, durationMs, durationParts, lengthOf } from './durations.ts'

describe('durations [8.1]', () => {
  it.each([
    ['PT30M', 1_800_000],
    ['PT60M', 3_600_000],
    ['PT0.5H', 1_800_000],
    ['P0.5D', 43_200_000],
    ['P1DT2H', 93_600_000],
    ['PT1.5S', 1500],
    ['P1DT1H1M1S', 90_061_000],
  ])('reads %s as %i ms', (text, ms) => expect(durationMs(text)).toBe(ms))

  it.each([
    '',
    'P',
    'PT',
    'P1W',
    'P1M',
    'P1Y',
    'PT1',
    '1H',
    '-PT1H',
    'PT-1H',
    'P1H',
    'PT1D',
    'PT1M1H',
    'pt1h',
    'P1DT',
    'PT,5H',
    'PT1e3S',
  ])('%j is not a duration of the subset', (text) => {
    expect(durationMs(text)).toBeUndefined()
    expect(() => lengthOf(text)).toThrow(RangeError)
  })

  it('keeps calendar days separate from exact time', () => {
    expect(durationParts('P2DT3H')).toEqual({ days: 2, timeMs: 10_800_000 })
  })

  it.each(['P999999999D', 'PT999999999H', 'P999999999DT999999999H999999999M999999999S'])(
    'reads %s as a length that leads to a date',
    (text) => {
      const ms = lengthOf(text)
      expect(ms).toBeGreaterThan(3653 * DAY_MS)
      for (const at of [Date.now() - ms, Date.now() + ms])
        expect(new Date(at).toISOString()).toMatch(/^\d{4}-/)
    },
  )

  it('returns the sum of any parts', () => {
    const part = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(part, part, part, part, (days, hours, minutes, seconds) => {
        const expected = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
        expect(durationMs(`P${days}DT${hours}H${minutes}M${seconds}S`)).toBe(expected)
      }),
    )
  })
})
