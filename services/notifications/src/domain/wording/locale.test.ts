import { describe, expect, it } from 'vitest'
import { chooseLocale } from './locale.ts'
import { spokenTime } from './moments.ts'

const choose = (wanted: string, fallback?: string) =>
  chooseLocale(wanted, fallback, ['en', 'de', 'fr', 'fr-CA'], 'en')

it.each([
  ['fr-CA', undefined, { words: 'fr-CA', formats: 'fr-CA' }],
  ['fr-ch', undefined, { words: 'fr', formats: 'fr-CH' }],
  ['ja', 'de-AT', { words: 'de', formats: 'de-AT' }],
  ['ja', 'ko', { words: 'en', formats: 'en-GB' }],
  ['', undefined, { words: 'en', formats: 'en-GB' }],
  ['not a tag', 'also_not', { words: 'en', formats: 'en-GB' }],
])('chooses a locale for %j with the default %j', (wanted, fallback, expected) => {
  expect(choose(wanted, fallback)).toEqual(expected)
})

describe('a time in the zone of the appointment', () => {
  const spoken = (locale: string, zone: string) =>
    spokenTime({ start: '2027-07-01T23:30:00Z', end: '2027-07-02T00:00:00Z' }, zone, locale)
  it('names the zone and its offset', () => {
    expect(spoken('en-GB', 'Asia/Kolkata').zone).toBe('India Standard Time (Asia/Kolkata, UTC+05:30)')
    expect(spoken('de', 'Europe/Berlin').zone).toBe('Mitteleuropäische Sommerzeit (Europe/Berlin, UTC+02:00)')
    expect(spoken('en', 'UTC').zone).toBe('Coordinated Universal Time (UTC, UTC+00:00)')
  })
  it('has the date in that zone', () => {
    expect(spoken('en-GB', 'Europe/Berlin').when).toContain('2 July 2027')
    expect(spoken('en-US', 'America/New_York').when).toContain('July 1, 2027')
  })
})
