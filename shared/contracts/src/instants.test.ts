import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instant, instantInSeconds, parseInstant } from './instants.ts'

describe('instants (RFC 3339) [8.2]', () => {
  it.each([
    ['2027-01-09T09:00:00Z', '2027-01-09T09:00:00Z'],
    ['2027-01-09T09:00:00+01:00', '2027-01-09T08:00:00Z'],
    ['2027-01-09t09:00:00.25z', '2027-01-09T09:00:00.250Z'],
    ['2028-02-29T00:00:00-00:30', '2028-02-29T00:30:00Z'],
  ])('reads %s', (text, written) => expect(instant(parseInstant(text)!)).toBe(written))

  it.each([
    '2027-01-09',
    '2027-01-09T09:00:00',
    '2027-01-09 09:00:00Z',
    '2027-02-29T09:00:00Z',
    '2027-13-01T09:00:00Z',
    '2027-04-31T09:00:00Z',
    '2027-01-09T24:00:00Z',
    '2027-01-09T09:60:00Z',
    '2027-01-09T09:00:00+25:00',
    'tomorrow',
    '',
  ])('refuses %j', (text) => expect(parseInstant(text)).toBeUndefined())

  it('reads what it writes', () => {
    const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseInstant(instant(date))).toEqual(date)
      }),
    )
  })

  it('writes the expiry of a room in whole seconds', () => {
    expect(instantInSeconds('2027-01-09T13:30:00.999Z')).toBe('2027-01-09T13:30:00Z')
  })
})
