import { expect, it } from 'vitest'
import { chosenDay } from './chosen-day.ts'

const now = Date.parse('2027-01-12T23:30:00Z')
const chosen = (query: string) => chosenDay(new URLSearchParams(query), now, 'Europe/Berlin')

it('the address names the day', () => {
  expect(chosen('day=2027-03-28')).toBe('2027-03-28')
})

it.each(['', 'day=', 'day=tomorrow', 'day=2027-02-30', 'day=2027-13-01'])(
  'without a valid day it is today, in the zone of the desk: %s',
  (query) => {
    expect(chosen(query)).toBe('2027-01-13')
  },
)
