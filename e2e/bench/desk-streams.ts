import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { token } from './callers.ts'
import {
  AGENTS,
  deskAgent,
  isSupervisor,
  openDesks,
  SUPERVISORS,
  type ReceivedChange,
} from './desk-listeners.ts'
import { DESK } from './desk-seed.ts'
import { load, type LoadRequest } from './measure.ts'
import { booking, V2 } from './operations.ts'
import { systemTime, used } from './processor-time.ts'
import { atMost, median, milliseconds, none, percentile, perSecond, ratio, type Figure } from './report.ts'
import { clients, rounds, seconds, warmUpSeconds } from './settings.ts'
import type { Stage } from './stage.ts'

const LIVE_SECONDS = Number(process.env.BENCH_DESK_LIVE_SECONDS ?? 20)
/** Bookings per second while the delay until desks show them is measured. */
const LIVE_RATE = Number(process.env.BENCH_DESK_LIVE_RATE ?? 20)
/** Changes that have not arrived within this time after the last booking count as missing. */
const ARRIVE_MS = 5000
const SAMPLE_MS = 100
const MOST_LAG_MS = 500
const MOST_GROWTH_MS = 100
const WITHIN_MS = 1000

/** People who book, each with a rate limit; every booking has the agent of a desk. */
const BOOKERS = 60
const bookings: LoadRequest[] = Array.from({ length: BOOKERS }, (_, person) => {
  const own = token(`booker-${person}`, DESK.organizationId, ['ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'])
  let n = person
  return {
    method: 'POST',
    path: V2,
    headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
    body: () => {
      n += 1
      return booking({ applicationId: DESK.applicationId, agentId: deskAgent(n) })
    },
  }
})

interface Round {
  perSecond: number
  /** Processor time of the system for each booking. */
  processorMs: number
  /** Samples of how far positions are behind. */
  lags: number[]
}

/** Measures what streams cost bookings, whether numbering keeps up, and how soon desks show a change. */
export async function deskStreams(stage: Stage): Promise<Figure[]> {
  let changes = 0
  const besideDesks = async (forSeconds: number) => {
    const close = await openDesks(stage.url, () => (changes += 1))
    const booked = await bookedFor(stage, forSeconds)
    close()
    return booked
  }
  await bookedFor(stage, warmUpSeconds)
  await besideDesks(warmUpSeconds)
  const [quiet, streamed]: [Round[], Round[]] = [[], []]
  changes = 0
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await bookedFor(stage, seconds))
    streamed.push(await besideDesks(seconds))
  }
  const rates = (all: readonly Round[]) => all.map((one) => one.perSecond)
  const processor = (all: readonly Round[]) => median(all.map((one) => one.processorMs))
  const desks = SUPERVISORS + AGENTS
  return [
    perSecond('bookings, no streams', median(rates(quiet))),
    perSecond(`bookings, ${desks} streams`, median(rates(streamed))),
    ratio('  to those without', rates(streamed), rates(quiet), {
      atLeast: 0.9,
      falseIf: 'the desks got few of the changes, or the load generator and not the system was the limit',
    }),
    perSecond('  changes that the streams got', changes / (rounds * seconds)),
    milliseconds('  processor time of a booking, no streams', processor(quiet)),
    milliseconds(`  processor time of a booking, ${desks} streams`, processor(streamed)),
    ...lagFigures([...quiet, ...streamed].map(({ lags }) => lags)),
    ...(await live(stage)),
  ]
}

async function bookedFor(stage: Stage, forSeconds: number): Promise<Round> {
  const { mails } = await stage.sink.counted()
  const before = stage.processorTime()
  const watched = watchNumbering(stage.system.databases.appointments)
  const found = await load({
    url: stage.url,
    requestsOf: (client, all) => bookings.filter((_, index) => index % all === client % BOOKERS),
    clients,
    seconds: forSeconds,
  })
  const lags = await watched()
  if (found.failed > 0) throw new Error(`bookings failed: ${JSON.stringify(found.statuses)}`)
  await stage.sink.untilAccepted(mails + found.succeeded)
  const processorMs = systemTime(used(before, stage.processorTime())) / found.succeeded
  return { perSecond: found.perSecond, processorMs, lags }
}

/**
 * Samples how long the oldest change without a position has waited.
 * @returns a function that stops sampling and returns the samples
 */
function watchNumbering(databaseUrl: string): () => Promise<number[]> {
  const lags: number[] = []
  const run = { isOver: false }
  const watching = (async () => {
    const database = new pg.Client({ connectionString: databaseUrl })
    await database.connect()
    while (!run.isOver) {
      const { rows } = await database.query<{ ms: number | null }>(
        `SELECT (extract(epoch FROM clock_timestamp() - min(at)) * 1000)::float8 AS ms FROM appointment_changes
         WHERE position IS NULL`,
      )
      lags.push(rows[0]?.ms ?? 0)
      await pause(SAMPLE_MS)
    }
    await database.end()
  })()
  return async () => {
    run.isOver = true
    await watching
    return lags
  }
}

/** Measures whether positions stay close behind the changes at the highest rate of bookings. */
function lagFigures(lagsOfRounds: readonly number[][]): Figure[] {
  const lags = lagsOfRounds.flat()
  const third = (part: 0 | 2) =>
    lagsOfRounds.map((all) => {
      const size = Math.floor(all.length / 3)
      return percentile(all.slice(part * size, (part + 1) * size), 0.9)
    })
  const growth = median(third(2)) - median(third(0))
  return [
    atMost(
      milliseconds('oldest change without a position, p95', percentile(lags, 0.95)),
      MOST_LAG_MS,
      ' ms',
      'fewer bookings were written than the system can take, or the samples came between the bursts',
    ),
    milliseconds('  longest', Math.max(...lags)),
    atMost(
      milliseconds('  p90 of the last third, beyond that of the first', growth),
      MOST_GROWTH_MS,
      ' ms',
      'it grows more slowly than a round shows',
    ),
  ]
}

/** Measures how long after the response to a booking the desks that may see it receive it. */
async function live({ url }: Stage): Promise<Figure[]> {
  const received: ReceivedChange[] = []
  const close = await openDesks(url, (change) => {
    if (change.type === 'APScheduledEvent') received.push(change)
  })
  const responded = new Map<string, { at: number; agentId: string }>()
  const failed: number[] = []
  const book = async ({ method, path, headers, body }: LoadRequest) => {
    const text = typeof body === 'function' ? body() : body
    const response = await fetch(url + path, {
      method,
      ...(headers && { headers }),
      ...(text !== undefined && { body: text }),
    })
    const found = await response.text()
    const at = performance.now()
    if (!response.ok) {
      failed.push(response.status)
      return
    }
    const { id, organizer } = JSON.parse(found) as { id: string; organizer: { id: string } }
    responded.set(id, { at, agentId: organizer.id })
  }
  const amount = LIVE_RATE * LIVE_SECONDS
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < amount; n += 1) {
    await pause(Math.max(0, startedAt + (n * 1000) / LIVE_RATE - performance.now()))
    running.push(book(bookings[n % BOOKERS]!))
  }
  await Promise.all(running)
  const expected = responded.size * (SUPERVISORS + 1)
  const limit = performance.now() + ARRIVE_MS
  const read = () => received.filter(({ appointmentId }) => responded.has(appointmentId))
  while (read().length < expected && performance.now() < limit) await pause(SAMPLE_MS)
  close()
  const wanted = read().filter(
    ({ desk, appointmentId }) => isSupervisor(desk) || desk === responded.get(appointmentId)?.agentId,
  )
  const times = wanted.map(({ appointmentId, at }) => at - (responded.get(appointmentId)?.at ?? Number.NaN))
  const distinct = new Set(wanted.map(({ desk, appointmentId }) => `${desk} ${appointmentId}`)).size
  return [
    atMost(
      milliseconds(
        `a booking is read from the streams after its response, ${LIVE_RATE} bookings/s, p95`,
        percentile(times, 0.95),
      ),
      WITHIN_MS,
      ' ms',
      'changes that came late or not at all were left out, or the time began before the response',
    ),
    milliseconds('  p50; negative if before the response', percentile(times, 0.5)),
    milliseconds('  slowest', Math.max(...times)),
    none(
      '  failed bookings',
      failed.length,
      'a request without a response was not counted',
      failed.length > 0 ? `: ${failed.join(', ')}` : '',
    ),
    none(
      `  of ${expected} that the desks may see, missing`,
      expected - distinct,
      'fewer bookings were made than named',
    ),
    none(
      '  read twice, or by the desk of another agent',
      read().length - distinct,
      'the desks of other agents were not open',
    ),
  ]
}
