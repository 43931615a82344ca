import { describe, expect, it } from 'vitest'
import { spokenTime } from './moments.ts'
import { smsSize } from './sms-segments.ts'

const berlin = (start: string, end: string, locale = 'en-GB') =>
  spokenTime({ start, end }, 'Europe/Berlin', locale)

describe('a time around the repeated hour [H7]', () => {
  it.each([
    [
      'across the hour',
      '2027-10-31T00:30:00Z',
      '2027-10-31T01:00:00Z',
      '02:30 (UTC+02:00) – 02:00 (UTC+01:00)',
    ],
    [
      'in its first pass',
      '2027-10-31T00:00:00Z',
      '2027-10-31T00:30:00Z',
      '02:00 (UTC+02:00) – 02:30 (UTC+02:00)',
    ],
    [
      'in its second pass',
      '2027-10-31T01:00:00Z',
      '2027-10-31T01:30:00Z',
      '02:00 (UTC+01:00) – 02:30 (UTC+01:00)',
    ],
    [
      'beginning in its second pass',
      '2027-10-31T01:30:00Z',
      '2027-10-31T02:30:00Z',
      '02:30 (UTC+01:00) – 03:30 (UTC+01:00)',
    ],
    ['across the whole night', '2027-10-30T21:00:00Z', '2027-10-31T06:00:00Z', '(UTC+02:00) – '],
  ])('names both offsets: %s', (_, start, end, words) => {
    expect(berlin(start, end).when).toContain(words)
  })

  it('names both offsets next to the zone', () => {
    const { zone } = berlin('2027-10-31T00:30:00Z', '2027-10-31T01:00:00Z')
    expect(zone).toContain('Europe/Berlin, UTC+02:00 – UTC+01:00')
  })

  it('names no offset at other times', () => {
    expect(berlin('2027-10-30T22:30:00Z', '2027-10-30T23:30:00Z').when).not.toContain('UTC')
    expect(berlin('2027-10-31T02:00:00Z', '2027-10-31T02:30:00Z').when).not.toContain('UTC')
  })

  it.each([
    ['Australia/Lord_Howe', '2027-04-03T14:35:00Z', '2027-04-03T14:55:00Z'],
    ['America/New_York', '2027-11-07T05:30:00Z', '2027-11-07T06:00:00Z'],
  ])('names both offsets in %s', (zone, start, end) => {
    expect(spokenTime({ start, end }, zone, 'en-US').when).toMatch(
      /\(UTC[+-]\d\d:\d\d\) – .*\(UTC[+-]\d\d:\d\d\)/,
    )
  })
})

it.each(['en-GB', 'de', 'fr'])(
  'a short time west of Greenwich uses the cheapest alphabet of SMS in %s',
  (locale) => {
    const time = { start: '2027-01-07T14:00:00Z', end: '2027-01-07T14:30:00Z' }
    expect(smsSize(spokenTime(time, 'America/Martinique', locale).whenShort).encoding).toBe('GSM-7')
  },
)

it('a short time names the year if it is more than 300 days ahead', () => {
  const time = { start: '2028-01-06T09:00:00Z', end: '2028-01-06T09:30:00Z' }
  const short = (written: string) =>
    spokenTime(time, 'Europe/Berlin', 'en-GB', new Date(written)).whenShort.replaceAll(',', '')
  expect(short('2026-11-28T12:00:00Z')).toBe('Thu 6 Jan 2028 10:00 CET')
  expect(short('2027-03-12T08:59:59Z')).toBe('Thu 6 Jan 2028 10:00 CET')
  expect(short('2027-03-12T09:00:00Z')).toBe('Thu 6 Jan 10:00 CET')
  expect(short('2028-01-07T09:00:00Z')).toBe('Thu 6 Jan 10:00 CET')
})

it.each([
  ['Africa/Casablanca', 'en-GB', 'Morocco Time (Africa/Casablanca, UTC+01:00)'],
  ['Africa/Casablanca', 'de', 'Marokko (Ortszeit) (Africa/Casablanca, UTC+01:00)'],
  ['Asia/Amman', 'fr', 'heure : Jordanie (Asia/Amman, UTC+03:00)'],
  ['Etc/GMT+4', 'en-GB', 'GMT-04:00 (Etc/GMT+4, UTC-04:00)'],
])('%s has its generic name in %s if it has no other', (zone, locale, words) => {
  const time = { start: '2027-01-07T14:00:00Z', end: '2027-01-07T14:30:00Z' }
  expect(spokenTime(time, zone, locale).zone.replaceAll('\u00a0', ' ')).toBe(words)
})
