import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  currentZone,
  instantsOf,
  isSameMinute,
  knownZone,
  offsetAt,
  wallTimeAt,
  type WallTime,
} from './zoned-time.ts'

const at = (text: string) => Date.parse(text)
const wall = (text: string): WallTime => ({ date: text.slice(0, 10), time: text.slice(11) })
const instants = (text: string, zone: string) =>
  instantsOf(wall(text), zone).map((one) => new Date(one).toISOString())

describe('a local time in a zone', () => {
  it.each([
    ['2026-01-15T10:00', 'Europe/Berlin', '2026-01-15T09:00:00.000Z'],
    ['2026-07-15T10:00', 'Europe/Berlin', '2026-07-15T08:00:00.000Z'],
    ['2026-07-15T10:00', 'America/New_York', '2026-07-15T14:00:00.000Z'],
    ['2026-07-15T10:00', 'Asia/Kathmandu', '2026-07-15T04:15:00.000Z'],
    ['2026-07-15T10:00', 'Pacific/Kiritimati', '2026-07-14T20:00:00.000Z'],
    ['2026-07-15T10:00', 'UTC', '2026-07-15T10:00:00.000Z'],
    ['2028-02-29T00:00', 'Europe/Berlin', '2028-02-28T23:00:00.000Z'],
    ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ])('%s in %s occurs once', (text, zone, instant) => {
    expect(instants(text, zone)).toEqual([instant])
  })

  it.each([
    ['2026-03-29T02:00', 'Europe/Berlin'],
    ['2026-03-29T02:59', 'Europe/Berlin'],
    ['2026-03-08T02:30', 'America/New_York'],
    // half an hour
    ['2026-10-04T02:15', 'Australia/Lord_Howe'],
    // midnight
    ['2026-09-06T00:30', 'America/Santiago'],
    // a whole day
    ['2011-12-30T12:00', 'Pacific/Apia'],
  ])('%s in %s never occurs', (text, zone) => {
    expect(instants(text, zone)).toEqual([])
  })

  it.each([
    ['2026-10-25T02:00', 'Europe/Berlin', '2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z'],
    ['2026-10-25T02:59', 'Europe/Berlin', '2026-10-25T00:59:00.000Z', '2026-10-25T01:59:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  ])('%s in %s occurs twice, earlier instant first', (text, zone, first, second) => {
    expect(instants(text, zone)).toEqual([first, second])
  })

  it.each(['2026-02-30T10:00', 'T10:00', '2026-07-15T', '2026-07-15T25:00'])('%s is invalid', (text) => {
    const [date = '', time = ''] = text.split('T')
    expect(instantsOf({ date, time }, 'Europe/Berlin')).toEqual([])
  })

  it('leads back to its instant for any instant and zone', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const minutes = fc.integer({ min: at('2000-01-01') / 60_000, max: at('2050-01-01') / 60_000 })
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const instant = minute * 60_000
        const found = instantsOf(wallTimeAt(instant, zone), zone)
        expect(found).toContain(instant)
        expect(found).toEqual([...found].sort((a, b) => a - b))
      }),
      { numRuns: 300 },
    )
  })

  it('is in UTC if the browser does not know the zone', () => {
    expect(knownZone('Europe/Berlin')).toBe('Europe/Berlin')
    expect(knownZone('Mars/Olympus')).toBe('UTC')
    expect(offsetAt(at('2026-07-15'), 'Europe/Berlin')).toBe(7_200_000)
  })

  it('is in a zone that has its name of today', () => {
    const names = Intl.supportedValuesOf('timeZone').map(currentZone)
    for (const [former, current] of [
      ['Europe/Kiev', 'Europe/Kyiv'],
      ['Asia/Calcutta', 'Asia/Kolkata'],
      ['America/Godthab', 'America/Nuuk'],
    ] as const) {
      expect([knownZone(former), knownZone(current)]).toEqual([current, current])
      expect(names).toContain(current)
      expect(names).not.toContain(former)
    }
    expect(new Set(names).size).toBe(names.length)
  })
})

it('a typed time is the same as an instant within its minute', () => {
  const start = at('2026-12-01T09:00:30Z')
  const [typed = 0] = instantsOf(wallTimeAt(start, 'Europe/Berlin'), 'Europe/Berlin')
  expect(typed).not.toBe(start)
  expect(isSameMinute(typed, start)).toBe(true)
  expect(isSameMinute(typed, start + 60_000)).toBe(false)
})
