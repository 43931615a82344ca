import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { createPool, migrate, type Pool, type Sql, transactionsOn } from '@appointments/postgres'
import { newId, silentLog } from '@appointments/runtime'
import { freshDatabaseOn, type DatabaseServer } from '@appointments/testing'
import { deliveries } from '../../src/repositories/send/deliveries.ts'
import { cancelFor } from '../../src/domain/send/transition.ts'
import { fillQueue } from '../queue.ts'

const APPLICATIONS = 100
const YEAR_MS = 365 * 86_400_000
const rounds = Number(process.env.BENCH_ROUNDS ?? 200)

/** Measures the cost of claiming ten due records among many planned for the year ahead. */
async function measure(server: DatabaseServer, planned: number) {
  const { url } = await freshDatabaseOn(server, `planned_${planned}`)
  await migrate(url, ['@appointments/outbox', '@appointments/notifications-service'], silentLog)
  const pool = createPool(url, { size: 2, log: silentLog, name: 'claim cost' })
  const now = new Date()
  const each = planned / APPLICATIONS
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (let n = 0; n < APPLICATIONS; n += 1) {
    const application = `application-${n}`
    const dueAt = new Date(now.getTime() + 60_000)
    const queue = { application, type: 'REMINDER', dueAt, everyMs: YEAR_MS / each, due: each } as const
    await fillQueue(client, queue)
  }
  const dueNow = { application: 'application-7', name: 'now', due: rounds * 10 + 100, dueAt: now }
  await fillQueue(client, dueNow)
  await client.query('VACUUM ANALYZE notifications')

  const settled = transactionsOn(pool)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    const claimed = await claim(pool, now)
    times.push(performance.now() - start)
    if (claimed.length !== 10) throw new Error(`claimed ${claimed.length} of ${planned}`)
    for (const one of claimed)
      await settled((tx) => deliveries.record(tx, one, cancelFor(one.notification, 'superseded'), now))
  }
  const plan = await planOf(pool, now)
  // statistics lag behind by up to a second
  await client.query('SELECT pg_sleep(1.5)')
  const { rows } = await client.query<{ dead: number }>(
    `SELECT n_dead_tup AS dead FROM pg_stat_user_tables WHERE relname = 'notifications'`,
  )
  await client.end()
  await pool.end()
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { median: at(0.5), p99: at(0.99), plan, dead: rows[0]?.dead ?? -1 }
}

const claim = (sql: Sql, now: Date) =>
  deliveries.claim(sql, {
    channel: 'EMAIL',
    limit: 10,
    perRecipient: 1,
    share: 10,
    held: [],
    now,
    leaseUntil: new Date(now.getTime() + 90_000),
    leaseToken: newId(),
  })

/** The plan of a claim; the claim is run and rolled back. */
async function planOf(pool: Pool, now: Date): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const explaining = {
      async query(text: string, values: unknown[]) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${text}`,
          values,
        )
        lines.push(...rows.map((row) => row['QUERY PLAN']))
        return { rows: [] }
      },
    } as unknown as Sql
    const lines: string[] = []
    await claim(explaining, now)
    return lines
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** Compares the cost among many planned records with the cost among few, and prints the plan. */
export async function claimCost(
  server: DatabaseServer,
  sizes: readonly number[],
  row: (name: string, value: string) => void,
): Promise<void> {
  const measured = []
  for (const size of sizes) measured.push({ size, ...(await measure(server, size)) })
  for (const { size, median, p99, dead } of measured) {
    const cost = `${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${dead} dead rows after ${rounds * 10}`
    row(`claim of 10 among ${size} planned`, cost)
  }
  const [few, many] = [measured[0], measured.at(-1)]
  if (!few || !many) return
  row('  ratio', (many.median / few.median).toFixed(2))
  for (const line of many.plan) process.stdout.write(`    ${line}\n`)
}
