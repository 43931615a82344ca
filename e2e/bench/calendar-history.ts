import pg from 'pg'
import type { LoadRequest } from './measure.ts'
import { atMost, count, median, milliseconds, type Figure } from './report.ts'
import { send } from './send.ts'
import { warmUpSeconds } from './settings.ts'

/** Past appointments in the smaller and in the larger system. */
const [FEW, MANY] = (process.env.BENCH_HISTORY_SIZES ?? '10000,1000000').split(',').map(Number) as [
  number,
  number,
]
const READS = 200

interface History {
  url: string
  /** Connection string of the availability service's database. */
  databaseUrl: string
  organization: string
  application: string
  agents: number
  /** Reads a window whose appointments stay the same. */
  request: () => LoadRequest
  /**
   * A read that no history can slow down. It alternates with the other reads, so that the machine is equally busy for
   * both.
   */
  control: () => LoadRequest
}

/** Compares reads of one window beside a short and a long history: from the cache, and from the database. */
export async function calendarHistory(history: History): Promise<Figure[]> {
  const database = new pg.Client({ connectionString: history.databaseUrl })
  await database.connect()
  try {
    const measured: Record<'warm' | 'reloaded', Times>[] = []
    for (const [from, to] of [
      [0, FEW],
      [FEW, MANY],
    ]) {
      await database.query(PAST_HOLDERS, [from, to, history.agents])
      await database.query(PAST_CLAIMS, [from, to, history.agents, history.organization, history.application])
      await database.query('VACUUM ANALYZE')
      // otherwise the server is still writing the past appointments to disk during the measurement
      await database.query('CHECKPOINT')
      await warmUp(history)
      measured.push({
        warm: await timesOf(history, () => undefined),
        reloaded: await timesOf(history, () => database.query(RELOAD, [history.organization])),
      })
    }
    const [few, many] = measured as [(typeof measured)[0], (typeof measured)[0]]
    return (['warm', 'reloaded'] as const).flatMap((how) => {
      const ratio = many[how].read / many[how].control / (few[how].read / few[how].control)
      const to = { ...count(`  to ${FEW} past ones, each to a read by id`, ratio), shown: ratio.toFixed(2) }
      const shown = milliseconds(
        `slots of a queue of 50 with ${MANY} past appointments, ${how}`,
        many[how].read,
      )
      return [shown, atMost(to, 1.3, '', FALSE_IF)]
    })
  } finally {
    await database.end()
  }
}

const FALSE_IF =
  'the past appointments belong to other agents than the requested ones, were forgotten before the read, or the window had none'

/** Reads until the caches of the server are warm again and it has finished writing to disk. */
async function warmUp({ url, request }: History): Promise<void> {
  const end = performance.now() + warmUpSeconds * 1000
  while (performance.now() < end) await send(url, request())
}

/** Median times in milliseconds. */
interface Times {
  read: number
  control: number
}

/** Measures reads, and the control between them. @param before runs before each read */
async function timesOf({ url, request, control }: History, before: () => unknown): Promise<Times> {
  const timeOf = async (request: LoadRequest) => {
    const { status, ms } = await send(url, request)
    if (status !== 200) throw new Error(`a read returned ${status}`)
    return ms
  }
  const [reads, controls]: [number[], number[]] = [[], []]
  for (let read = 0; read < READS; read += 1) {
    controls.push(await timeOf(control()))
    await before()
    reads.push(await timeOf(request()))
  }
  return { read: median(reads), control: median(controls) }
}

/**
 * Each agent has appointments of 30 minutes in the 64 days that end three weeks ago; further ones start over at the end
 * of these days. None is in the weeks next to the window, which are read with it.
 */
const PAST = `generate_series($1::int + 1, $2::int) n,
  LATERAL (SELECT date_trunc('day', now()) - interval '21 days' - (n / $3::int % 3072) * interval '30 minutes' AS at) made`

const PAST_HOLDERS = `
  INSERT INTO claim_holders (type, id, version, ends_at)
  SELECT 'APPOINTMENT', 'past-' || n, 1, at + interval '30 minutes' FROM ${PAST}`

const PAST_CLAIMS = `
  INSERT INTO claims (holder_type, holder_id, organization_id, agent_id, application_id, kind, start_at, end_at,
    occupied_from, occupied_to)
  SELECT 'APPOINTMENT', 'past-' || n, $4, 'agent-' || 1 + n % $3::int, $5, 'BOOKED', at, at + interval '30 minutes', at,
    at + interval '30 minutes'
  FROM ${PAST}`

/** Marks the calendars of the first 50 agents, which the reads need, as changed. */
const RELOAD = `UPDATE agents SET calendar_version = nextval('versions')
  WHERE organization_id = $1 AND id IN (SELECT 'agent-' || n FROM generate_series(1, 50) n)`
