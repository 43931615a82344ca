import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayIn, isSameZone, spanOfDay } from './days.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/Havana', 'Africa/Cairo', 'Pacific/Apia', 'CET', 'IST', 'AGT']

it('a day consists of the instants that have its date', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
      (zone, at) => {
        const { from, to } = spanOfDay(zone, dayIn(zone, at))
        expect(from <= at && at < to).toBe(true)
        expect(dayIn(zone, from)).toBe(dayIn(zone, at))
        expect(dayIn(zone, to) > dayIn(zone, at)).toBe(true)
      },
    ),
  )
})

it.each([
  ['AGT', 'America/Argentina/Buenos_Aires'],
  ['IST', 'Asia/Kolkata'],
  ['CET', 'Europe/Berlin'],
  ['SystemV/AST4', 'Etc/GMT+4'],
  ['Mars/Olympus', 'UTC'],
])('the days of %s are those of %s', (zone, same) => {
  const at = new Date('2027-07-01T22:30:00Z')
  expect(dayIn(zone, at)).toBe(dayIn(same, at))
  expect(spanOfDay(zone, '2027-07-01')).toEqual(spanOfDay(same, '2027-07-01'))
})

it.each([
  ['Asia/Calcutta', 'Asia/Kolkata', true],
  ['Etc/UTC', 'UTC', true],
  ['europe/berlin', 'Europe/Berlin', true],
  ['Europe/Berlin', 'Europe/Vienna', false],
  ['Mars/Olympus', 'UTC', false],
])('%s and %s: the same zone is %s', (one, other, isSame) => expect(isSameZone(one, other)).toBe(isSame))
