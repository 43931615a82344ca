import { daysAhead } from '@appointments/testing'
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from './caller.ts'
import { load, type LoadRequest } from './measure.ts'
import { requestsFor, operations, V2 } from './operations.ts'
import { used } from './processor-time.ts'
import { atMost, count, median, milliseconds, type Figure, type Section } from './report.ts'
import { SEEDED_FROM } from './seed.ts'
import { openStage, type Stage } from './stage.ts'

const SIZES = (process.env.BENCH_GROWTH_SIZES ?? '10000,1000000,5000000').split(',').map(Number)
const REQUESTS = Number(process.env.BENCH_GROWTH_REQUESTS ?? 1000)
const MOST_TIMES = 1.5
/**
 * Time over which the processor time of an idle PostgreSQL is measured. After a checkpoint its own processes are quiet for
 * that long.
 */
const IDLE_MS = 5000
/** PostgreSQL uses at most this many processor milliseconds per second when it only serves polls. */
const QUIET_MS = 50
const QUIET_WITHIN_MS = 900_000
const FALSE_IF =
  'the requested owners had fewer rows in the larger system, the rows were not spread like real ones, or the smaller system was measured while the machine was busy'

const month = daysAhead(60, '00:00:00')
const get = (path: string): LoadRequest[] => [{ method: 'GET', path: V2 + path }]

const search = (body: object): LoadRequest[] => [
  { method: 'POST', path: `${V2}/search`, body: JSON.stringify(body) },
]

const questions: Record<string, (caller: Caller) => LoadRequest[]> = {
  'list by agent and range': operations['list by agent'],
  'list of an application': ({ applicationId }) =>
    get(`?applicationId=${applicationId}&range=${month},${daysAhead(90, '00:00:00')}`),
  '/count': ({ applicationId, organizationId }) =>
    get(
      `/count?applicationId=${applicationId}&organizationId=${organizationId}&start=${month}&timeFrame=P30D`,
    ),
  '/overlap/count': operations['overlap count'],
  '/eligible': () => get('/eligible?timeFrame=P7D'),
  'search of a month': ({ applicationId }) =>
    search({ applicationId, from: month, to: daysAhead(90, '00:00:00'), include: ['participants'] }),
  'search by a rare word': ({ applicationId }) => search({ applicationId, q: '4711' }),
  'search by address': ({ applicationId }) => search({ applicationId, contact: 'c-4711@example.com' }),
  'history of an appointment': ({ booked }) => get(`/${booked.id}/notifications`),
  'booking, claimed and sent mail included': operations['settled schedule'],
}

interface Cost {
  /** Median milliseconds of one client. */
  ms: number
  /** Processor milliseconds of PostgreSQL for each request. */
  database: number
}

/** Processor milliseconds that PostgreSQL uses in a second without requests; NaN if it runs elsewhere. */
async function idleSecond(stage: Stage): Promise<number> {
  const before = stage.processorTime()
  await pause(IDLE_MS)
  const { PostgreSQL = Number.NaN } = used(before, stage.processorTime())
  return PostgreSQL / (IDLE_MS / 1000)
}

/** Waits until PostgreSQL no longer cleans the filled tables in the background, which would count as cost of requests. */
async function untilQuiet(stage: Stage): Promise<void> {
  const limit = performance.now() + QUIET_WITHIN_MS
  while ((await idleSecond(stage)) > QUIET_MS)
    if (performance.now() > limit)
      throw new Error('PostgreSQL is still busy with the tables that were filled')
}

/** Measures the cost of each query to a system with this many appointments, and of its polls per second. */
async function measure(size: number): Promise<{ costs: Record<string, Cost>; polls: number }> {
  const stage = await openStage({ appointments: size })
  try {
    await untilQuiet(stage)
    const costs: Record<string, Cost> = {}
    const costOf = async (name: string, requests: (caller: Caller) => LoadRequest[], amount: number) => {
      const { mails } = await stage.sink.counted()
      const before = stage.processorTime()
      const times: number[] = []
      // the percentiles of the load generator are whole milliseconds
      const onResponse = (_status: number, ms: number) => times.push(ms)
      const found = await load({
        ...requestsFor(stage, requests),
        clients: 1,
        seconds: 0,
        amount,
        onResponse,
      })
      if (found.failed > 0) throw new Error(`${name} failed: ${JSON.stringify(found.statuses)}`)
      if (requests === operations['settled schedule']) await stage.sink.untilAccepted(mails + found.succeeded)
      const { PostgreSQL = Number.NaN } = used(before, stage.processorTime())
      return { ms: median(times), database: PostgreSQL / found.succeeded }
    }
    for (const [name, requests] of Object.entries(questions)) {
      await costOf(name, requests, REQUESTS / 4)
      costs[name] = await costOf(name, requests, REQUESTS)
    }
    return { costs, polls: await idleSecond(stage) }
  } finally {
    await stage.close()
  }
}

/**
 * Measures which costs grow with the number of appointments. Each owner in the queries has the same number of
 * appointments in every system.
 */
export async function growth(): Promise<Section> {
  const found: ({ size: number } & Awaited<ReturnType<typeof measure>>)[] = []
  for (const size of SIZES) found.push({ size, ...(await measure(size)) })
  const [small] = found
  if (!small) throw new Error('there are no sizes')
  const figures = Object.keys(questions).flatMap((name): Figure[] => [
    ...found.flatMap(({ size, costs }) => [
      milliseconds(`${name}, ${size}`, costs[name]?.ms ?? Number.NaN),
      milliseconds('  PostgreSQL', costs[name]?.database ?? Number.NaN),
    ]),
    ...(['ms', 'database'] as const).map((part) => {
      const times =
        (found.at(-1)?.costs[name]?.[part] ?? Number.NaN) / (small.costs[name]?.[part] ?? Number.NaN)
      const what = part === 'ms' ? '  as long' : '  as much of PostgreSQL'
      return atMost({ ...count(what, times), shown: times.toFixed(2) }, MOST_TIMES, ' times', FALSE_IF)
    }),
  ])
  return {
    title: `Growth: ${SIZES.join(', ')} appointments since ${SEEDED_FROM.slice(0, 10)}`,
    figures: [
      ...figures,
      ...found.map(({ size, polls }) => milliseconds(`PostgreSQL in an idle second, ${size}`, polls)),
    ],
    notes: [
      'An idle second contains the polls for due messages and checks, and what PostgreSQL does in the background.',
    ],
  }
}
