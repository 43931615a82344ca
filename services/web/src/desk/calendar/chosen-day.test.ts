import { expect, it } from 'vitest'
import { chosenDay } from './chosen-day.ts'

const now = Date.parse('2027-01-12T23:30:00Z')
const chosen = (query: string) => chosenDay(new URLSearchParams(query), now, 'Europe/Berlin')

it('takes the day from the address', () => {
  expect(chosen('day=2027-03-28')).toBe('2027-03-28')
})

it.each(['', 'day=', 'day=tomorrow', 'day=2027-02-30', 'day=2027-13-01'])(
  'takes today in the zone of the desk if the address has no valid day: %s',
  (query) => {
    expect(chosen(query)).toBe('2027-01-13')
  },
)
