import { expect, it } from 'vitest'
import { atOffset } from './offsets.ts'

const before = (instant: string, zone: string, offset: string) =>
  atOffset(new Date(instant), zone, offset, 'BEFORE').toISOString()

it.each([
  // 10:00 in Berlin on the day the clocks go forward
  ['2026-03-29T08:00:00Z', 'Europe/Berlin', 'P1D', '2026-03-28T09:00:00.000Z'],
  ['2026-03-29T08:00:00Z', 'Europe/Berlin', 'PT24H', '2026-03-28T08:00:00.000Z'],
  ['2026-03-29T08:00:00Z', 'Europe/Berlin', 'P1DT1H', '2026-03-28T08:00:00.000Z'],
  // and back
  ['2026-10-25T09:00:00Z', 'Europe/Berlin', 'P1D', '2026-10-24T08:00:00.000Z'],
  ['2026-10-25T09:00:00Z', 'Europe/Berlin', 'PT24H', '2026-10-24T09:00:00.000Z'],
  // half an hour in Lord Howe
  ['2026-10-04T00:00:00Z', 'Australia/Lord_Howe', 'P1D', '2026-10-03T00:30:00.000Z'],
  // 02:30 does not exist that day in New York: the time after the gap is used
  ['2026-03-09T06:30:00Z', 'America/New_York', 'P1D', '2026-03-08T07:30:00.000Z'],
  // a name that Temporal rejects, and the clocks go forward in Los Angeles
  ['2026-03-08T17:00:00Z', 'PST', 'P1D', '2026-03-07T18:00:00.000Z'],
  // fractions of a day are exact
  ['2026-03-29T08:00:00Z', 'Europe/Berlin', 'P0.5D', '2026-03-28T20:00:00.000Z'],
  ['2026-01-01T00:00:00Z', 'UTC', 'PT0S', '2026-01-01T00:00:00.000Z'],
])('%s in %s minus %s is %s', (instant, zone, offset, expected) => {
  expect(before(instant, zone, offset)).toBe(expected)
})

it('counts calendar days forward as well', () => {
  const after = atOffset(new Date('2026-03-28T09:00:00Z'), 'Europe/Berlin', 'P1D', 'AFTER')
  expect(after.toISOString()).toBe('2026-03-29T08:00:00.000Z')
})

it.each(['BEFORE', 'AFTER'] as const)(
  'any offset %s an instant leads to a year of four digits',
  (direction) => {
    for (const offset of ['P999999D', 'P999999999D', 'PT999999999H'])
      expect(atOffset(new Date(), 'Europe/Berlin', offset, direction).toISOString()).toMatch(/^\d{4}-/)
  },
)

it('throws a RangeError for an invalid duration', () => {
  expect(() => before('2026-01-01T00:00:00Z', 'UTC', 'P1W')).toThrow(RangeError)
})
