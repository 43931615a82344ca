import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CALENDARS, requestCases, SEED, ZONES } from './calendars.ts'
import { isFull, isOnGrid, naiveOffers, offeredBy, type RequestCase } from './naive-calendar.ts'
import { runAvailability, type RunningAvailability } from './running-service.ts'
import {
  instantOf,
  SERVICE_TYPE,
  storable,
  storeCalendars,
  storeClaims,
  type StorableCase,
  type StoredCalendars,
} from './stored-calendars.ts'
import { offsetOf, wallTime } from './zone-oracle.ts'

/** Each calendar takes some fifty requests, so there are fewer than in the tests of the rule alone. */
const STORED_CALENDARS = Math.ceil(CALENDARS / 10)
/** A failure is reported as it is found, because the search for smaller ones would exceed the timeout. */
const RUNS = { numRuns: STORED_CALENDARS, seed: SEED, endOnFailure: true }
const TIMEOUT = 60_000 + STORED_CALENDARS * 2000
const DAY = 1440
const MOST_SLOTS = 1000
const MOST_NEXT = 20
const MOST_PAGES = 6
const MOST_CHECKS = 8
const MOST_EDGES = 12
/** The next slots are searched in windows; the first window is this long. */
const FIRST_WINDOW = 7 * DAY

interface Slot {
  start: string
  end: string
  local: string
  agents: string[]
  capacity: number
}
type Query = Record<string, string>

let service: RunningAvailability
beforeAll(async () => {
  service = await runAvailability()
})
afterAll(() => service.stop())

const minuteOf = (instant: string) => Date.parse(instant) / 60_000
const isoDate = (day: number) => new Date(day * DAY * 60_000).toISOString().slice(0, 10)

/** A minute as the wall clock of a zone shows it, with its offset. */
function localText(zone: string, minute: number): string {
  const offset = offsetOf(zone, minute)
  const wall = new Date((minute + offset) * 60_000).toISOString().slice(0, 19)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  const away = Math.abs(offset)
  return `${wall}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(away / 60))}:${twoDigits(away % 60)}`
}

/** The first minute of a day on the wall clock of a zone. */
function beginOf(zone: string, day: number): number {
  let minute = (day - 1) * DAY
  while (wallTime(zone, minute).day < day) minute += 15
  return minute
}

/** How many starts each local day has, and the first of them. */
function byDay(zone: string, starts: readonly number[]) {
  const days = new Map<string, number[]>()
  for (const start of starts) {
    const date = isoDate(wallTime(zone, start).day)
    days.set(date, [...(days.get(date) ?? []), start])
  }
  return [...days]
    .map(([date, all]) => ({ date, count: all.length, first: instantOf(all[0] ?? 0) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** The reads of the stored calendars. */
function readerOf({ applicationId, machine }: StoredCalendars) {
  const about = { applicationId, serviceTypeId: SERVICE_TYPE }
  const include = 'agents,capacity'
  const read = async <Body>(what: string, query: Query): Promise<Body> => {
    const path = `/availability/${what}?${new URLSearchParams({ ...about, ...query }).toString()}`
    const { status, body } = await service.get(path, machine)
    expect(status, JSON.stringify(body)).toBe(200)
    return body as Body
  }
  return {
    /** All slots of a window, in pages. */
    async slots(window: { from: string; to: string; timezone?: string }, limit = MOST_SLOTS) {
      const slots: Slot[] = []
      let from: string | undefined = window.from
      while (from !== undefined) {
        const page: { slots: Slot[]; nextFrom?: string } = await read('slots', {
          ...window,
          ...{ from, include, limit: String(limit) },
        })
        expect(page.slots.length).toBeLessThanOrEqual(limit)
        slots.push(...page.slots)
        from = page.nextFrom
      }
      return slots
    },
    days: (window: Query) => read<{ timezone: string; days: unknown[] }>('days', window),
    next: async (from: string) =>
      (await read<{ slots: Slot[] }>('next', { from, include, limit: String(MOST_NEXT) })).slots,
    async check(start: number) {
      const body = { ...about, start: instantOf(start) }
      const response = await service.post('/availability/check', body, { caller: machine })
      expect(response.status).toBe(200)
      return response.body as {
        offered: boolean
        reasons: string[]
        agents: { agentId: string; offered: boolean; reasons: unknown[] }[]
      }
    },
  }
}
type Reader = ReturnType<typeof readerOf>

/** Expects that slots are at the times of the rule, and that no agent of a slot is occupied. */
function expectSlots(slots: readonly Slot[], request: StorableCase): void {
  const { starts, free } = naiveOffers(request)
  expect(slots.map(({ start, capacity }) => [minuteOf(start), capacity])).toEqual(
    starts.map((start, index) => [start, free[index]]),
  )
  const { duration, bufferBefore, bufferAfter, now } = request
  for (const { start, end, local, agents, capacity } of slots) {
    const [first, last] = [minuteOf(start), minuteOf(end)]
    expect([last - first, local, agents.length]).toEqual([
      duration,
      localText(request.gridZone, first),
      capacity,
    ])
    const needed = minutes(first - bufferBefore, last + bufferAfter)
    const occupied = request.agents.filter(
      (agent, index) =>
        agents.includes(`agent-${index}`) && needed.some((minute) => isFull(agent, minute, now)),
    )
    expect(occupied, start).toEqual([])
  }
}

/** Expects that the next slots are those of the rule. @returns the next slots */
async function expectNext(reader: Reader, request: StorableCase): Promise<readonly Slot[]> {
  const { earliest } = request
  const next = await reader.next(instantOf(earliest))
  const longer = { ...request, latest: earliest + FIRST_WINDOW + 3 * DAY }
  expect(next.map(({ start }) => minuteOf(start)).filter((start) => start < longer.latest)).toEqual(
    naiveOffers(longer).starts.slice(0, MOST_NEXT),
  )
  return next
}

/** Expects that pages, days and the next slots agree with the slots of a window. */
async function expectLists(reader: Reader, slots: readonly Slot[], request: StorableCase): Promise<void> {
  const { earliest, latest, gridZone } = request
  const window = { from: instantOf(earliest), to: instantOf(latest) }
  expect(await reader.slots(window, Math.max(1, Math.ceil(slots.length / MOST_PAGES)))).toEqual(slots)
  const starts = slots.map(({ start }) => minuteOf(start))
  expect((await reader.days(window)).days).toEqual(byDay(gridZone, starts))
  const next = await expectNext(reader, request)
  expect(next.filter(({ start }) => minuteOf(start) < latest)).toEqual(slots.slice(0, MOST_NEXT))
}

/** Expects that the zone of a reader changes only how times are shown and which times a date means. */
async function expectZone(
  reader: Reader,
  slots: readonly Slot[],
  request: StorableCase,
  timezone: string,
): Promise<void> {
  const window = { from: instantOf(request.earliest), to: instantOf(request.latest), timezone }
  const shown = slots.map((slot) => ({ ...slot, local: localText(timezone, minuteOf(slot.start)) }))
  expect(await reader.slots(window)).toEqual(shown)
  const starts = slots.map(({ start }) => minuteOf(start))
  expect(await reader.days(window)).toMatchObject({ timezone, days: byDay(timezone, starts) })
  const day = wallTime(timezone, request.earliest).day + 1
  const ofDates = await reader.slots({ from: isoDate(day), to: isoDate(day + 2), timezone })
  const bounds = { earliest: beginOf(timezone, day), latest: beginOf(timezone, day + 2) }
  expect(ofDates.map(({ start }) => minuteOf(start))).toEqual(naiveOffers({ ...request, ...bounds }).starts)
}

/** Expects that a check offers a time exactly if the rule does, with the same agents, and otherwise gives reasons. */
async function expectChecks(reader: Reader, starts: readonly number[], request: StorableCase): Promise<void> {
  const isOffered = request.agents.map((agent) => offeredBy({ ...request, latest: Infinity }, agent))
  for (const start of starts) {
    const { offered, reasons, agents } = await reader.check(start)
    const offering = isOffered.flatMap((offers, index) => (offers(start) ? [`agent-${index}`] : []))
    const found = agents.filter((one) => one.offered).map(({ agentId }) => agentId)
    expect({ offered, found }, instantOf(start)).toEqual({ offered: offering.length > 0, found: offering })
    expect(reasons.length === 0).toBe(offered)
    for (const one of agents) expect(one.reasons.length === 0).toBe(one.offered)
  }
}

/** Starts next to occupied times. If the agent works then, only a buffer prevents them. */
function withinBuffers(request: StorableCase): number[] {
  const { agents, duration, bufferBefore, bufferAfter, earliest } = request
  const before = (from: number) => from - duration - bufferAfter + 1
  return agents
    .flatMap(({ claims }) =>
      claims.flatMap(({ from, to }) => [
        ...minutes(before(from), from - duration + 1),
        ...minutes(to, to + bufferBefore),
      ]),
    )
    .filter((minute) => minute >= earliest && isOnGrid(request, minute))
    .slice(0, MOST_EDGES)
}

const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

/**
 * The same calendars, closed until shortly before or after the end of the first window in which the next slots are
 * searched.
 */
const closedForAWeek = (request: RequestCase, shift: number): RequestCase => {
  const { earliest } = request
  const absence = { type: 'ABSENCE' as const, from: earliest - DAY, until: earliest + FIRST_WINDOW + shift }
  return {
    ...request,
    agents: request.agents.map((agent) => ({ ...agent, exceptions: [...agent.exceptions, absence] })),
  }
}

it(
  'slots, days, the next slots, pages and checks match the rule evaluated minute by minute, for every reader',
  async () => {
    let filled = 0
    const shifts = fc.array(fc.nat({ max: 4 * DAY }), { minLength: MOST_CHECKS, maxLength: MOST_CHECKS })
    await fc.assert(
      fc.asyncProperty(
        requestCases.map(storable),
        fc.constantFrom(...ZONES),
        shifts,
        async (request, timezone, chosen) => {
          const stored = await storeCalendars(service, request)
          await storeClaims(stored, request)
          const reader = readerOf(stored)
          const { earliest, latest } = request
          const slots = await reader.slots({ from: instantOf(earliest), to: instantOf(latest) })
          filled += Number(slots.length > 0)
          expectSlots(slots, request)
          await expectLists(reader, slots, request)
          await expectZone(reader, slots, request, timezone)
          const some = slots.filter((_, index) => index % Math.ceil(slots.length / MOST_CHECKS) === 0)
          const others = chosen.map((shift) => earliest + shift - (shift % 5))
          await expectChecks(
            reader,
            [...some.map(({ start }) => minuteOf(start)), ...withinBuffers(request), ...others],
            request,
          )
        },
      ),
      RUNS,
    )
    expect(filled).toBeGreaterThan(STORED_CALENDARS / 4)
  },
  TIMEOUT,
)

it(
  'the next slots match the rule if the first of them are far away',
  async () => {
    let both = 0
    const shifts = fc.integer({ min: -600, max: 60 })
    await fc.assert(
      fc.asyncProperty(requestCases, shifts, async (request, shift) => {
        const closed = storable(closedForAWeek(request, shift))
        const stored = await storeCalendars(service, closed)
        await storeClaims(stored, closed)
        const next = await expectNext(readerOf(stored), closed)
        const isBefore = ({ start }: Slot) => minuteOf(start) < closed.earliest + FIRST_WINDOW
        both += Number(next.some(isBefore) && !next.every(isBefore))
      }),
      RUNS,
    )
    expect(both).toBeGreaterThan(0)
  },
  TIMEOUT,
)
