import fc from 'fast-check'
import type { Claim } from '../src/domain/occupancy.ts'
import type { AgentCase, RequestCase } from './naive-calendar.ts'
import { changesOf, offsetOf } from './zone-oracle.ts'

/** Zones with changes of an hour and of half an hour, at midnight, in both hemispheres, irregular ones, and none. */
export const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Santiago',
  'Pacific/Apia',
  'UTC',
]

/** Number of random calendars; `CALENDARS` raises it for a long run. */
export const CALENDARS = Number(process.env.CALENDARS ?? 300)

/** The seed of a run, which a failure prints; `CALENDARS_SEED` repeats one. */
export const SEED = Number(process.env.CALENDARS_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** The first minute of this year, from which every date of the tests derives. */
export const YEAR = Date.UTC(new Date().getUTCFullYear(), 0, 1) / 60_000

const DAY = 1440
const isoDate = (minute: number) => new Date(minute * 60_000).toISOString().slice(0, 10)
const zones = fc.constantFrom(...ZONES)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

/** Starts of windows: around a change of the wall clock if the zone has one, else anywhere in two years. */
const windowStarts = (zone: string) => {
  const anywhere = fc.integer({ min: YEAR, max: YEAR + 730 * DAY })
  const changes = changesOf(zone, YEAR)
  if (changes.length === 0) return anywhere
  const around = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -2 * DAY, max: 300 }))
    .map(([change, shift]) => change + shift)
  return fc.oneof({ weight: 4, arbitrary: around }, { weight: 1, arbitrary: anywhere })
}

const timesOfDay = fc
  .oneof(
    fc.constantFrom(0, 60, 90, 119, 120, 150, 165, 180, 1380, 1439),
    fc.nat({ max: 95 }).map((n) => n * 15),
  )
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  )
const ends = fc.oneof({ weight: 5, arbitrary: timesOfDay }, { weight: 1, arbitrary: fc.constant('24:00') })

const hoursEntries = (around: number) => {
  const dates = fc.integer({ min: -4, max: 6 }).map((days) => isoDate(around + days * DAY))
  return fc
    .record({
      days: fc.subarray(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], { minLength: 2 }),
      from: timesOfDay,
      to: ends,
      validFrom: optional(dates),
      validUntil: optional(dates),
    })
    .filter(({ from, to }) => from !== to)
}

const ALWAYS = { days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '00:00', to: '24:00' }

/** Ranges of minutes around a minute. */
const ranges = (around: number, longest: number) =>
  fc
    .tuple(fc.integer({ min: -2 * DAY, max: 5 * DAY }), fc.integer({ min: 1, max: longest }))
    .map(([shift, length]) => ({ from: around + shift, to: around + shift + length }))

const exceptions = (around: number) =>
  fc
    .record({
      type: fc.constantFrom('ABSENCE' as const, 'EXTRA_HOURS' as const),
      range: ranges(around, 600),
    })
    .map(({ type, range }) => ({ type, from: range.from, until: range.to }))

const holidayCalendars = (around: number) =>
  fc.record({
    timezone: zones,
    days: fc.array(
      fc.record({
        date: fc.integer({ min: -1, max: 4 }).map((days) => isoDate(around + days * DAY)),
        open: optional(
          fc.array(
            fc.record({ from: timesOfDay, to: ends }).filter(({ from, to }) => from < to),
            { maxLength: 2 },
          ),
        ),
      }),
      { maxLength: 2 },
    ),
  })

const APPLICATION = 'shop'

const claims = (around: number, now: number): fc.Arbitrary<Claim> =>
  fc
    .record({
      id: fc.uuid(),
      kind: fc.constantFrom('BOOKED' as const, 'RESERVED' as const, 'HELD' as const),
      serviceTypeId: optional(fc.constantFrom('consultation', 'check-up')),
      // some in the window, some in the rest of the weeks that it touches
      start: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: around - 90, max: around + 2 * DAY }) },
        { weight: 1, arbitrary: fc.integer({ min: around - 8 * DAY, max: around + 8 * DAY }) },
      ),
      buffers: fc.constantFrom([0, 0], [0, 5], [10, 10], [7, 11]),
      duration: fc.integer({ min: 1, max: 300 }),
      // claims that end on the grid leave gaps that a duration fits exactly
      step: fc.constantFrom(1, 5, 15),
      expiry: fc.integer({ min: -2, max: 2 }),
    })
    .map(({ id, kind, serviceTypeId, buffers: [before = 0, after = 0], step, expiry, ...claim }) => {
      const start = Math.floor(claim.start / step) * step
      return {
        kind,
        holder: { type: kind === 'HELD' ? ('HOLD' as const) : ('APPOINTMENT' as const), id },
        applicationId: APPLICATION,
        serviceTypeId,
        start,
        from: start - before,
        to: start + Math.ceil(claim.duration / step) * step + after,
        ...(kind === 'HELD' && { expiresAt: now + expiry }),
      }
    })

const agentCases = (zone: string, around: number, now: number): fc.Arbitrary<AgentCase> =>
  fc.record({
    timezone: fc.oneof({ weight: 3, arbitrary: fc.constant(zone) }, { weight: 1, arbitrary: zones }),
    hoursTimezone: optional(zones),
    hours: fc.oneof(
      { weight: 3, arbitrary: fc.array(hoursEntries(around), { minLength: 1, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constant([ALWAYS]) },
    ),
    exceptions: fc.array(exceptions(around), { maxLength: 3 }),
    holidays: fc.array(holidayCalendars(around), { maxLength: 2 }),
    claims: fc.array(claims(around, now), { maxLength: 8 }),
    external: fc.array(ranges(around, 400), { maxLength: 2 }),
    maxima: fc.record({
      perDay: optional(fc.integer({ min: 1, max: 4 })),
      perWeek: optional(fc.integer({ min: 3, max: 9 })),
      ofType: optional(
        fc.record({
          applicationId: fc.constant(APPLICATION),
          serviceTypeId: fc.constant('consultation'),
          perDay: fc.integer({ min: 1, max: 2 }),
        }),
      ),
    }),
  })

/** Requests to one or several agents, with windows of up to four days. */
export const requestCases: fc.Arbitrary<RequestCase> = zones
  .chain((zone) => fc.tuple(fc.constant(zone), windowStarts(zone)))
  .chain(([zone, earliest]) => {
    const now = earliest * 60_000
    return fc.record({
      agents: fc.array(agentCases(zone, earliest, now), { minLength: 1, maxLength: 3 }),
      gridZone: fc.oneof({ weight: 3, arbitrary: fc.constant(zone) }, { weight: 1, arbitrary: zones }),
      granularity: fc.constantFrom(5, 15, 20, 30, 45, 60, 90, 240),
      alignment: fc.constantFrom(0, 0, 5, 10, 37, 100),
      duration: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(5, 15, 30, 45, 60) },
        { weight: 2, arbitrary: fc.integer({ min: 1, max: 120 }) },
        { weight: 1, arbitrary: fc.integer({ min: 121, max: 2000 }) },
      ),
      bufferBefore: fc.oneof(fc.constantFrom(0, 5, 15), fc.nat({ max: 90 })),
      bufferAfter: fc.oneof(fc.constantFrom(0, 5, 15), fc.nat({ max: 90 })),
      earliest: fc.constant(earliest),
      latest: fc.integer({ min: 1, max: 4 * DAY }).map((length) => earliest + length),
      now: fc.constant(now),
    })
  })

/** The wall clock of a zone in minutes since 1970-01-01 00:00. */
export const localMinute = (zone: string, minute: number): number => minute + offsetOf(zone, minute)
