import { Temporal } from 'temporal-polyfill'
import { afterEach, expect, it, vi } from 'vitest'
import { instantIn } from './wall-clock.ts'
import { zoneClock } from './zone-clock.ts'

/** Each table that is made begins with this call. */
const makeTable = vi.spyOn(Temporal.Instant, 'fromEpochMilliseconds')
afterEach(() => makeTable.mockClear())

it('keeps one table for all spellings of a zone, and each clock has its own spelling', () => {
  const spellings = ['Europe/Lisbon', 'europe/lisbon', 'EUROPE/LISBON', 'eUROPE/lISBON']
  const clocks = spellings.map(zoneClock)
  expect(clocks.map(({ zone }) => zone)).toEqual(spellings)
  expect(makeTable).toHaveBeenCalledTimes(1)
})

it('forgets clocks when requests spell a zone in many ways', () => {
  const spelled = (number: number) =>
    Array.from('europe/lisbon', (letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter)).join('')
  const first = zoneClock(spelled(0))
  expect(zoneClock(spelled(0))).toBe(first)
  for (let number = 0; number < 2000; number += 1) zoneClock(spelled(number))
  expect(zoneClock(spelled(0))).not.toBe(first)
})

it('forgets tables that have not been used for long', () => {
  const clock = zoneClock('UTC')
  /** Minutes of a table. */
  const length = 2 ** 21
  const useUntil = (end: number) => {
    for (let table = 0; table < end; table += 1) clock.offsetAt(table * length)
  }
  useUntil(100)
  makeTable.mockClear()
  useUntil(100)
  expect(makeTable).not.toHaveBeenCalled()
  useUntil(2100)
  makeTable.mockClear()
  expect(clock.offsetAt(0)).toBe(0)
  expect(makeTable).toHaveBeenCalledTimes(1)
})

// Temporal rejects these names
it.each([
  ['IST', 'Asia/Kolkata'],
  ['AGT', 'America/Argentina/Buenos_Aires'],
])('the clock of %s is that of %s', (zone, same) => {
  const minute = Date.parse('2027-07-01T00:00:00Z') / 60_000
  expect(zoneClock(zone).offsetAt(minute)).toBe(zoneClock(same).offsetAt(minute))
  expect(instantIn('2027-07-01T09:00', zone)).toEqual(instantIn('2027-07-01T09:00', same))
})

it('a zone that the runtime does not know has no clock', () => {
  expect(() => zoneClock('Mars/Olympus')).toThrow(RangeError)
})
