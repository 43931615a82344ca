import { setTimeout as pause } from 'node:timers/promises'
import { daysAhead } from '@appointments/testing'
import { client } from '../src/client.ts'
import { done } from '../src/done.ts'
import { queueOf, seedCalendars } from './availability-seed.ts'
import { bookingPolicies } from './booking-policies.ts'
import { calendarHistory } from './calendar-history.ts'
import type { Caller } from './caller.ts'
import { token } from './callers.ts'
import { exclusiveRows } from './exclusive-rows.ts'
import { load, residentMb, type LoadRequest } from './measure.ts'
import { booking, operations, V2 } from './operations.ts'
import { atMost, count, median, milliseconds, none, percentile, type Figure, type Section } from './report.ts'
import { arrivals, connections, send } from './send.ts'
import { rounds, seconds, warmUpSeconds } from './settings.ts'
import { openStage, type Stage } from './stage.ts'

const AGENTS = Number(process.env.BENCH_AGENTS ?? 5000)
const DAYS = Number(process.env.BENCH_CALENDAR_DAYS ?? 90)
const ORGANIZATION = 'org-slots'
const APPLICATION = 'app-slots'
const RIVALS = 50
const BESIDE_MS = 8000
/** Number of readers in the organization; each has its own token, because rate limits apply per token. */
const READERS = 100

/**
 * Measures the cost of free times: reads of slots by the size of the queue and of the window, and bookings that occupy
 * slots.
 */
export async function availability(): Promise<Section> {
  const stage = await openStage()
  try {
    const machine = token('slots', ORGANIZATION, ['ROLE_CLIENT_SERVICE', 'ROLE_SUPERVISOR'])
    const headers = headersOf(machine)
    const call = client(stage.url, machine)
    const settings = { overlapPolicy: 'REJECT', notifications: { active: true } }
    await done(call('PUT', `/api/v2/applications/${APPLICATION}`, settings))
    const idleMb = residentMb(stage.system.pid('availability'))
    const claims = await seedCalendars(stage.system.databases.availability, {
      organization: ORGANIZATION,
      application: APPLICATION,
      agents: AGENTS,
      days: DAYS,
    })

    const read = (what: 'slots' | 'days', who: Record<string, string>, days: number): LoadRequest => {
      const window = { from: daysAhead(1, '00:00:00'), to: daysAhead(1 + days, '00:00:00') }
      const query = new URLSearchParams({
        applicationId: APPLICATION,
        duration: 'PT30M',
        limit: '1000',
        ...who,
        ...window,
      })
      if (what === 'days') query.delete('limit')
      return { method: 'GET', path: `/api/v2/availability/${what}?${query.toString()}`, headers }
    }
    const ofQueue = (members: number) => ({ queueId: queueOf(members) })
    const readOwn = (caller: Caller): LoadRequest => ({
      ...operations['get by id'](caller)[0]!,
      headers: { authorization: caller.authorization },
    })

    const cold = await send(stage.url, read('slots', ofQueue(AGENTS), 7))
    const readers = Array.from(
      { length: READERS },
      (_, n) => `Bearer ${token(`reader-${n}`, ORGANIZATION, ['ROLE_SUPERVISOR'])}`,
    )
    const byReaders = (request: LoadRequest): LoadRequest[] =>
      readers.map((authorization) => ({ ...request, headers: { authorization } }))
    const times = await timesOf(stage, {
      'read by id': stage.callers.slice(0, READERS).map(readOwn),
      'slots of an agent, 7 days': byReaders(read('slots', { agentId: 'agent-1' }, 7)),
      'slots of a queue of 50, 7 days': byReaders(read('slots', ofQueue(50), 7)),
      'slots of a queue of 500, 7 days': byReaders(read('slots', ofQueue(500), 7)),
      'slots of a queue of 5000, 7 days': byReaders(read('slots', ofQueue(5000), 7)),
      'days of a queue of 500, 90 days': byReaders(read('days', ofQueue(500), 90)),
    })
    await send(stage.url, read('days', ofQueue(AGENTS), 90))
    const loadedMb = residentMb(stage.system.pid('availability'))

    const to = (what: string, over: string, most: number, falseIf: string): Figure =>
      atMost(
        count(`${what}, to ${over}`, median(times[what] ?? []) / median(times[over] ?? [])),
        most,
        '',
        falseIf,
      )
    return {
      title: `Free times: ${AGENTS} agents, ${claims} appointments, ${DAYS} days`,
      figures: [
        ...Object.entries(times).map(([what, all]) => milliseconds(`${what}, p50`, median(all))),
        to('slots of an agent, 7 days', 'read by id', 2, COLD_READ),
        to('slots of a queue of 50, 7 days', 'read by id', 3, COLD_READ),
        to('slots of a queue of 5000, 7 days', 'slots of a queue of 50, 7 days', 8, UNCHANGED),
        to('days of a queue of 500, 90 days', 'slots of a queue of 500, 7 days', 5, UNCHANGED),
        atMost(
          milliseconds('first read of a queue of 5000, 7 days', cold.ms),
          2000,
          ' ms',
          'the calendars had been loaded before',
        ),
        atMost(
          count('memory of the calendars', Math.round(loadedMb - idleMb), ' MB'),
          96,
          ' MB',
          'the collector had freed the calendars before, or the idle process was not idle',
        ),
        ...(await beside(stage, read('slots', ofQueue(AGENTS), 7), headers)),
        ...(await rivals(stage)),
        ...(await bookingPolicies(stage.url, { organization: ORGANIZATION, agents: AGENTS, days: DAYS })),
        ...(await calendarHistory({
          url: stage.url,
          databaseUrl: stage.system.databases.availability,
          ...{ organization: ORGANIZATION, application: APPLICATION, agents: AGENTS },
          request: turns(byReaders(read('slots', ofQueue(50), 7))),
          control: turns(stage.callers.slice(0, READERS).map(readOwn)),
        })),
        ...(await exclusiveRows(stage.system.databases.appointments)),
      ],
      notes: [`One client; the median of ${rounds} rounds of ${seconds} s.`],
    }
  } finally {
    await stage.close()
  }
}

const headersOf = (caller: string) => ({
  authorization: `Bearer ${caller}`,
  'content-type': 'application/json',
})

/** Returns the requests one after the other, again and again. */
function turns(requests: readonly LoadRequest[]): () => LoadRequest {
  let sent = 0
  return () => requests[sent++ % requests.length]!
}

const COLD_READ = 'reads by id were measured with a cold runtime, or slots came from a cache of responses'
const UNCHANGED = 'the window had no appointments, or fewer members than the queue has'

/** The median time of each request in each round, sent by one client; the requests take turns. */
async function timesOf(
  stage: Stage,
  groups: Record<string, LoadRequest[]>,
): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {}
  const measure = async (requests: LoadRequest[], seconds: number) => {
    const times: number[] = []
    const { failed } = await load({
      url: stage.url,
      requestsOf: () => requests,
      clients: 1,
      seconds,
      onResponse: (_, ms) => times.push(ms),
    })
    if (failed > 0) throw new Error(`${failed} of ${requests[0]?.path} failed`)
    return percentile(times, 0.5)
  }
  for (const requests of Object.values(groups))
    await measure(requests, warmUpSeconds / Object.keys(groups).length)
  for (let round = 0; round < rounds; round += 1)
    for (const [what, requests] of Object.entries(groups))
      (found[what] ??= []).push(await measure(requests, seconds / 4))
  return found
}

/** Reads of a queue while its members are booked. */
async function beside(
  stage: Stage,
  request: LoadRequest,
  headers: Record<string, string>,
): Promise<Figure[]> {
  const agent = connections()
  const reads = (until: Promise<unknown>) =>
    arrivals({ url: stage.url, agent, next: () => request, perSecond: 20, until })
  const quiet = await reads(pause(BESIDE_MS))
  const book = (n: number) => ({
    method: 'POST',
    path: V2,
    headers,
    body: booking({ applicationId: APPLICATION, agentId: `agent-${(n % AGENTS) + 1}` }),
  })
  const [meanwhile] = await Promise.all([
    reads(pause(BESIDE_MS)),
    arrivals({ url: stage.url, next: book, perSecond: 10, until: pause(BESIDE_MS) }),
  ])
  const ms = (all: typeof quiet) => all.map((one) => one.ms)
  return [
    atMost(
      count(
        `slots of a queue of ${AGENTS} beside 10 bookings/s, p95 to the quiet p50`,
        percentile(ms(meanwhile), 0.95) / percentile(ms(quiet), 0.5),
      ),
      4,
      '',
      'the bookings failed, or did not change a calendar of the queue',
    ),
  ]
}

/** Measures concurrent bookings of the same time in a queue that has a member for each of them. */
async function rivals(stage: Stage): Promise<Figure[]> {
  const request = (round: number, start: string): LoadRequest => ({
    method: 'POST',
    path: V2,
    // each round has a token of its own, because a token may send 600 requests a minute
    headers: headersOf(token(`rivals-${round}`, ORGANIZATION, ['ROLE_CLIENT_SERVICE'])),
    body: JSON.stringify({
      applicationId: APPLICATION,
      start,
      duration: 'PT30M',
      targetAssignment: { type: 'QUEUE', id: queueOf(RIVALS) },
      customers: [{ contact: { primaryEmail: 'rival@example.com' } }],
    }),
  })
  // agents have no appointments in the second half of an hour
  const alone: number[] = []
  const slowest: number[] = []
  let failed = 0
  for (let round = 0; round <= rounds; round += 1) {
    const { ms } = await send(stage.url, request(round, daysAhead(8, `${10 + round}:30:00`)))
    const all = await Promise.all(
      Array.from({ length: RIVALS }, () => send(stage.url, request(round, daysAhead(9 + round, '10:30:00')))),
    )
    failed += all.filter(({ status }) => status !== 200).length
    // the first round is a warm-up: little of the code for a booking in a queue has been compiled yet
    if (round === 0) continue
    alone.push(ms)
    slowest.push(Math.max(...all.map((one) => one.ms)))
  }
  return [
    none(
      `of ${RIVALS} bookings of one minute in a queue of ${RIVALS}, not booked`,
      failed,
      'the bookings were sent one after the other, or the queue has more members',
    ),
    atMost(
      count('  slowest of them, to one alone', median(slowest) / median(alone)),
      10,
      '',
      'the single bookings were slow for another reason',
    ),
  ]
}
