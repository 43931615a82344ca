import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instant, instantInSeconds, parseInstant, parseInstantOrDay, splitInstants } from './instants.ts'

describe('instants (RFC 3339 in responses) [8.2]', () => {
  it.each([
    ['2027-01-09T09:00:00Z', '2027-01-09T09:00:00Z'],
    ['2027-01-09T09:00:00+01:00', '2027-01-09T08:00:00Z'],
    ['2027-01-09t09:00:00.25z', '2027-01-09T09:00:00.250Z'],
    ['2028-02-29T00:00:00-00:30', '2028-02-29T00:30:00Z'],
    ['2027-01-09T09:00Z', '2027-01-09T09:00:00Z'],
    ['2027-01-09T09:00:00+0000', '2027-01-09T09:00:00Z'],
    ['2027-01-09T09:00:00+00', '2027-01-09T09:00:00Z'],
    ['2027-01-09T09:00-03', '2027-01-09T12:00:00Z'],
    ['2027-01-09T09:00:00,5Z', '2027-01-09T09:00:00.500Z'],
    ['20270109T090000Z', '2027-01-09T09:00:00Z'],
    ['20270109T0900+0100', '2027-01-09T08:00:00Z'],
    ['2027-01-09 09:00:00Z', '2027-01-09T09:00:00Z'],
    ['2027-01-09T09:00:00+01:00[Europe/Berlin]', '2027-01-09T08:00:00Z'],
    ['2027-01-09T09:00:00Z[Europe/Berlin]', '2027-01-09T09:00:00Z'],
    ['2027-07-09T09:00[Europe/Berlin]', '2027-07-09T07:00:00Z'],
    ['2027-07-09T09:00[Europe/Berlin][u-ca=iso8601]', '2027-07-09T07:00:00Z'],
    ['2027-01-09T09:00[u-ca=iso8601]', '2027-01-09T09:00:00Z'],
    ['2027-01-09T09:00:00', '2027-01-09T09:00:00Z'],
    ['2027-01-09T09:00', '2027-01-09T09:00:00Z'],
    ['20270109T0900', '2027-01-09T09:00:00Z'],
    ['+002027-01-09T09:00Z', '2027-01-09T09:00:00Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s [H5.1]', (text, written) => expect(instant(parseInstant(text)!)).toBe(written))

  it.each([
    '2027-01-09',
    '2027-02-29T09:00:00Z',
    '2027-13-01T09:00:00Z',
    '2027-04-31T09:00:00',
    '2027-01-09T24:00:00Z',
    '2027-01-09T09:60:00Z',
    '2027-01-09T09:00:00+25:00',
    '2027-01-09T09:00[Mars/Base]',
    '2027-01-09[Europe/Berlin]',
    '2027-W02-1T09:00Z',
    '9999-12-31T23:59:59-01:00',
    '+012027-01-09T09:00Z',
    '-000001-12-31T09:00Z',
    '09:00Z',
    `2027-01-09T09:00Z${'[u-ca=iso8601]'.repeat(20)}`,
    'tomorrow',
    '',
  ])('rejects %j', (text) => expect(parseInstant(text)).toBeUndefined())

  it.each([
    ['2027-01-09', '2027-01-09T00:00:00Z'],
    ['20270109', '2027-01-09T00:00:00Z'],
    ['2027-01-09T09:00', '2027-01-09T09:00:00Z'],
  ])('reads %s if a day is allowed [H5.1]', (text, written) =>
    expect(instant(parseInstantOrDay(text)!)).toBe(written),
  )
  it.each(['2027-02-29', '2027-01', 'today'])('rejects %s if a day is allowed', (text) =>
    expect(parseInstantOrDay(text)).toBeUndefined(),
  )

  it.each([
    ['2027-01-09,2027-01-10', ['2027-01-09', '2027-01-10']],
    ['20270109,20270110', ['20270109', '20270110']],
    [
      '2027-01-09T09:00:00,5Z,2027-01-10T09:00:00,25+01',
      ['2027-01-09T09:00:00,5Z', '2027-01-10T09:00:00,25+01'],
    ],
    ['2027-01-09T09:00:00,5,20270110T0900', ['2027-01-09T09:00:00,5', '20270110T0900']],
    ['a,b', ['a', 'b']],
  ])('splits %s at the comma between two [H5.1]', (text, parts) => expect(splitInstants(text)).toEqual(parts))

  it('reads its own output', () => {
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
