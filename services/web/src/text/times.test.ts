import { describe, expect, it } from 'vitest'
import {
  aheadOf,
  cityOf,
  clockTime,
  haveSameTime,
  isAtNightIn,
  lengthOf,
  moment,
  offsetOf,
  spokenTime,
  timesOf,
  zoneNameOf,
} from './times.ts'

const at = (text: string) => Date.parse(text)
const plain = (text: string) => text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ')

describe('times as text', () => {
  const span = { start: at('2026-11-25T09:00:00Z'), end: at('2026-11-25T09:30:00Z') }

  it('have one day if start and end are on the same day', () => {
    const { day, hours } = timesOf(span, 'Europe/Berlin', 'de')
    expect([day, plain(hours)]).toEqual(['Mittwoch, 25. November 2026', '10:00–10:30 Uhr'])
  })

  it('have both days if the end is on another day', () => {
    const { day, hours } = timesOf({ ...span, end: span.end + 86_400_000 }, 'Europe/Berlin', 'de')
    expect(day).toBe('Mittwoch, 25. November 2026')
    expect(plain(hours)).toMatch(/^10:00 – 26\. November 2026 \S+ 10:30/)
  })

  it('name their zone in full, never by an abbreviation', () => {
    expect(zoneNameOf(span.start, 'Europe/Berlin', 'en')).toBe('Central European Standard Time')
    expect(cityOf('America/St_Johns')).toBe('St Johns')
    expect(offsetOf(span.start, 'America/St_Johns')).toBe('UTC−3:30')
    expect(offsetOf(span.start, 'Europe/Berlin')).toBe('UTC+1')
  })

  it('carry their offset if the clocks show them twice', () => {
    const [first, second] = [at('2026-10-25T00:30:00Z'), at('2026-10-25T01:30:00Z')]
    expect(clockTime(first, 'Europe/Berlin', 'en-GB')).toBe('02:30, UTC+2')
    expect(clockTime(second, 'Europe/Berlin', 'en-GB')).toBe('02:30, UTC+1')
    for (const once of ['2026-10-24T22:30:00Z', '2026-10-25T02:30:00Z', '2026-03-29T01:30:00Z'])
      expect(clockTime(at(once), 'Europe/Berlin', 'en-GB')).not.toContain('UTC')
    expect(spokenTime(first, 'Europe/Berlin', 'en-GB')).toBe('02:30, UTC+2')
    expect(spokenTime(first, 'Europe/Berlin', 'de-AT')).toBe('02:30 Uhr, UTC+2')
    expect(spokenTime(span.start, 'Europe/Berlin', 'de')).toBe('10:00 Uhr')
    expect(moment(span.start, 'Europe/Berlin', 'en-GB', span.start)).toBe('Wed 25 November, 10:00')
    const hoursFrom = (start: number, minutes: number) =>
      plain(timesOf({ start, end: start + minutes * 60_000 }, 'Europe/Berlin', 'en-GB').hours)
    expect(hoursFrom(first, 30)).toBe('02:30, UTC+2 – 02:00, UTC+1')
    expect(hoursFrom(second, 60)).toBe('02:30, UTC+1 – 03:30')
  })

  it('name the year if it differs from the current one in the zone', () => {
    const newYear = at('2026-12-31T23:30:00Z')
    const inZone = (zone: string, now: number) => plain(moment(newYear, zone, 'en-GB', now))
    expect(inZone('Europe/Berlin', span.start)).toBe('Fri, 1 January 2027, 00:30')
    expect(inZone('Europe/Berlin', newYear)).toBe('Fri 1 January, 00:30')
    expect(inZone('Europe/London', span.start)).toBe('Thu 31 December, 23:30')
  })

  it('have an ordinal for the first of a month in French', () => {
    const first = at('2026-11-01T09:00:00Z')
    expect(plain(moment(first, 'Europe/Paris', 'fr', first))).toBe('dim. 1er novembre, 10:00')
    expect(plain(moment(first, 'Europe/Berlin', 'de', first))).toBe('So., 1. November, 10:00')
    const { day } = timesOf({ start: first, end: first + 1_800_000 }, 'Europe/Paris', 'fr-FR')
    expect(day).toBe('dimanche 1er novembre 2026')
    const night = timesOf({ start: first - 43_200_000, end: first }, 'Europe/Paris', 'fr')
    expect(plain(night.hours)).toContain('1er novembre 2026')
  })

  it.each([
    ['2026-11-25T05:00:00Z', false],
    ['2026-11-25T04:59:00Z', true],
    ['2026-11-25T20:59:00Z', false],
    ['2026-11-25T21:00:00Z', true],
  ])('%s is at night in Berlin: %s', (instant, night) => {
    expect(isAtNightIn(at(instant), 'Europe/Berlin')).toBe(night)
  })

  it('need the local time of the visitor only if it differs', () => {
    expect(haveSameTime(span, 'Europe/Berlin', 'Europe/Vienna')).toBe(true)
    expect(haveSameTime(span, 'Europe/Berlin', 'Europe/London')).toBe(false)
  })

  it.each([
    [30 * 60, 'en', '30 minutes'],
    [90 * 60, 'de', '1 Stunde, 30 Minuten'],
    [26.5 * 3600, 'fr', '1 jour, 2 heures et 30 minutes'],
    [45, 'en', '45 seconds'],
  ])('a duration of %d seconds in %s', (seconds, locale, words) => {
    expect(plain(lengthOf({ start: 0, end: seconds * 1000 }, locale))).toBe(words)
  })

  it.each([
    [0, undefined],
    [20, 'in 1 minute'],
    [25 * 60, 'in 25 minutes'],
    [80 * 60, 'in 80 minutes'],
    [5 * 3600, 'in 5 hours'],
    [3 * 86_400, 'in 3 days'],
  ])('an instant %d seconds ahead', (seconds, words) => {
    expect(aheadOf(seconds * 1000, 0, 'en')).toBe(words)
  })

  it.each(['en', 'de', 'fr'])('name a zone in %s even if it has only one of the two names', (locale) => {
    for (const zone of ['Africa/Casablanca', 'Asia/Amman', 'UTC'])
      for (const kind of ['long', 'longGeneric'] as const)
        expect(zoneNameOf(span.start, zone, locale, kind)).not.toMatch(/GMT|UTC/)
  })
})
