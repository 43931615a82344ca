import pg from 'pg'
import type { Asked } from './measure.ts'
import { atMost, count, median, milliseconds, type Figure } from './report.ts'
import { send } from './send.ts'

/** Past appointments in the smaller and in the larger system. */
const [FEW, MANY] = (process.env.BENCH_HISTORY_SIZES ?? '10000,1000000').split(',').map(Number) as [
  number,
  number,
]
const READS = 30

interface History {
  url: string
  /** Of the availability service. */
  databaseUrl: string
  organization: string
  application: string
  agents: number
  /** Reads a window whose appointments stay the same. */
  request: () => Asked
}

/** Compares reads of one window beside a short and a long history: from the cache, and from the database. */
export async function calendarHistory(history: History): Promise<Figure[]> {
  const database = new pg.Client({ connectionString: history.databaseUrl })
  await database.connect()
  try {
    const measured: Record<'warm' | 'reloaded', number>[] = []
    for (const [from, to] of [
      [0, FEW],
      [FEW, MANY],
    ]) {
      await database.query(PAST_HOLDERS, [from, to, history.agents])
      await database.query(PAST_CLAIMS, [from, to, history.agents, history.organization, history.application])
      await database.query('VACUUM ANALYZE')
      await timeOf(history, () => undefined)
      measured.push({
        warm: await timeOf(history, () => undefined),
        reloaded: await timeOf(history, () => database.query(RELOAD, [history.organization])),
      })
    }
    const [few, many] = measured as [(typeof measured)[0], (typeof measured)[0]]
    return (['warm', 'reloaded'] as const).flatMap((how) => {
      const ratio = many[how] / few[how]
      const to = { ...count(`  to ${FEW} past ones`, ratio), shown: ratio.toFixed(2) }
      const shown = milliseconds(`slots of a queue of 50 with ${MANY} past appointments, ${how}`, many[how])
      return [shown, atMost(to, 1.3, '', FALSE_IF)]
    })
  } finally {
    await database.end()
  }
}

const FALSE_IF =
  'the past appointments belong to agents who are not asked about, were forgotten before the read, or the window had none'

/** The median time of reads. @param before runs before each of them */
async function timeOf({ url, request }: History, before: () => unknown): Promise<number> {
  const times: number[] = []
  for (let read = 0; read < READS; read += 1) {
    await before()
    const { status, ms } = await send(url, request())
    if (status !== 200) throw new Error(`a read returned ${status}`)
    times.push(ms)
  }
  return median(times)
}

/**
 * Each agent's appointments go back from three weeks ago, 30 minutes each, and wrap around after 64 days. None is in the
 * weeks next to the window, which are read with it.
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

/** The calendars of the first 50 agents, who are asked about, count as changed. */
const RELOAD = `UPDATE agents SET calendar_version = nextval('versions')
  WHERE organization_id = $1 AND id IN (SELECT 'agent-' || n FROM generate_series(1, 50) n)`
