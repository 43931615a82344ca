import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { keepers, services } from '../src/service-names.ts'
import { load, residentMb } from './measure.ts'
import { requestsOfMix } from './mixed.ts'
import { atLeast, atMost, count, median, none, type Section } from './report.ts'
import { warmUpSeconds } from './settings.ts'
import type { Stage } from './stage.ts'

const SECONDS = Number(process.env.BENCH_SOAK_SECONDS ?? 600)
/** Requests of an hour at twenty a second. */
const REQUESTS = 72_000
/** Requests per second: those of the hour, in ten minutes. */
const RATE = Math.round(REQUESTS / 600)
const CLIENTS = 32
const SAMPLE_MS = 10_000
/** Retries of messages and leases end within this time. */
const REST_MS = 15_000
const MOST_GROWTH = 1.1
const MOST_UNUSED = 1.25

/** Figures that must not grow with time. */
interface Sample {
  memory: Record<string, number>
  /** Megabytes of tables and indexes without a live row. */
  unused: number
  /** Events and mails that wait. */
  waiting: number
}

/**
 * Sends an hour's worth of mixed traffic in ten minutes, and shows whether memory, tables, indexes and queues stay the
 * same.
 */
export async function soak(stage: Stage): Promise<Section> {
  const databases = await Promise.all(keepers.map((keeper) => watched(stage.system.databases[keeper])))
  const sample = async (): Promise<Sample> => ({
    memory: Object.fromEntries(services.map((name) => [name, residentMb(stage.system.pid(name))])),
    unused: sum(await Promise.all(databases.map(unusedMb))),
    waiting: sum(await Promise.all(databases.map(waitingRows))),
  })
  try {
    const mix = { ...requestsOfMix(stage), clients: CLIENTS }
    await load({ ...mix, seconds: warmUpSeconds })
    const samples: Sample[] = []
    const run = { isOver: false }
    const watching = (async () => {
      while (!run.isOver) {
        samples.push(await sample())
        await pause(SAMPLE_MS)
      }
    })()
    const found = await load({ ...mix, seconds: SECONDS, rate: RATE })
    run.isOver = true
    await watching
    await pause(REST_MS)
    const after = await sample()

    const third = Math.floor(samples.length / 3)
    const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)]
    const growth = (of: (one: Sample) => number) => median(last.map(of)) / median(middle.map(of))
    return {
      title: `Mixed traffic of an hour in ten minutes, for ${SECONDS} s`,
      figures: [
        atLeast(
          count('requests', found.succeeded),
          Math.floor(RATE * SECONDS * 0.99),
          '',
          'errors count as successes',
        ),
        none('failed', found.failed, 'requests without a response were not counted'),
        ...services.map((name) =>
          atMost(
            {
              ...count(
                `memory of ${name}, last third to the one before`,
                growth(({ memory }) => memory[name] ?? 0),
              ),
              shown: `${growth(({ memory }) => memory[name] ?? 0).toFixed(2)} (${after.memory[name]?.toFixed(0)} MB after)`,
            },
            MOST_GROWTH,
            ' times',
            'memory grows more slowly than ten minutes show',
          ),
        ),
        atMost(
          {
            what: 'unused part of tables and indexes, likewise',
            value: growth(({ unused }) => unused),
            shown: `${growth(({ unused }) => unused).toFixed(2)} (${after.unused.toFixed(1)} MB after)`,
          },
          MOST_UNUSED,
          ' times',
          'pages that are half empty count as used, or a vacuum ran only at the end',
        ),
        none(
          'events and mails that wait at the end',
          after.waiting,
          'they wait in a place that is not counted',
        ),
        count('  most that waited', Math.max(...samples.map(({ waiting }) => waiting))),
      ],
    }
  } finally {
    await Promise.all(databases.map((client) => client.end()))
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

async function watched(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE EXTENSION IF NOT EXISTS pgstattuple')
  return client
}

/** Space of dead and deleted rows in tables, and free space in indexes, in megabytes. */
async function unusedMb(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ unused: number }>(
    `SELECT (
       (SELECT coalesce(sum(dead_tuple_len + free_space), 0) FROM pg_class c, pgstattuple(c.oid)
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace)
       + (SELECT coalesce(sum(index_size * (100 - avg_leaf_density) / 100), 0) FROM pg_class c JOIN pg_am m ON m.oid = c.relam, pgstatindex(c.oid)
          WHERE c.relkind = 'i' AND m.amname = 'btree' AND c.relnamespace = 'public'::regnamespace AND avg_leaf_density <> 'NaN')
     ) / 1e6 AS unused`,
  )
  return rows[0]?.unused ?? 0
}

const EVENTS = `SELECT count(*)::int AS waiting FROM outbox WHERE published_at IS NULL OR awaiting <> '{}'`
const MAILS = `SELECT count(*)::int AS waiting FROM notifications WHERE due_at < now() OR lease_token IS NOT NULL`

/** Events that are not published or not applied, and messages that are due or being sent. */
async function waitingRows(client: pg.Client): Promise<number> {
  const { rowCount: sends } = await client.query(`SELECT WHERE to_regclass('notifications') IS NOT NULL`)
  let waiting = 0
  for (const text of sends ? [EVENTS, MAILS] : [EVENTS])
    waiting += (await client.query<{ waiting: number }>(text)).rows[0]?.waiting ?? 0
  return waiting
}
