// Measures the cost of sending on this machine, as ratios within one run: `npm run bench:notifications`.
// Needs PostgreSQL.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import pg from 'pg'
import { topology } from '@appointments/contracts'
import { createInProcessBroker } from '@appointments/broker'
import { createLog } from '@appointments/runtime'
import { dropDatabasesOf, freshDatabaseOn } from '@appointments/testing'
import { config } from '../../src/config.ts'
import { createNotifications } from '../../src/service.ts'
import { claimCost } from './claim-cost.ts'
import { seedDue } from './due-mails.ts'
import { startLimitedSmtp, type LimitedSmtp } from './limited-smtp.ts'

const postgresUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const server = { postgresUrl, run: `sending_${randomBytes(3).toString('hex')}` }
const due = Number(process.env.BENCH_DUE ?? 10_000)
const flood = Number(process.env.BENCH_FLOOD ?? 50_000)
const perSecond = Number(process.env.SMTP_PER_SECOND ?? 100)
const planned = (process.env.BENCH_PLANNED ?? '10000,1000000').split(',').map(Number)
const INTERNAL_SECRET = 'the-internal-secret-of-the-benchmark-32b'
const NOTICE_MS = 3000

const row = (name: string, value: string) => process.stdout.write(`${name.padEnd(46)} ${value}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
/** Resolves with the arrival times once `count` mails have arrived. */
async function arrived(smtp: LimitedSmtp, domain: string, count: number): Promise<number[]> {
  for (;;) {
    const times = await smtp.arrivals(domain)
    if (times.length >= count) return times
    await pause(200)
  }
}

/**
 * Runs the service on a filled database whose records all fall due in the same second, and returns the
 * measurement.
 */
async function serve<Result>(
  smtp: LimitedSmtp,
  fill: (client: pg.Client, dueAt: Date) => Promise<void>,
  measure: (dueAt: number, client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const { url } = await freshDatabaseOn(server, 'sending')
  const settings = config.parse({
    PORT: '0',
    NOTIFICATIONS_DATABASE_URL: url,
    INTERNAL_SECRET,
    DATA_SECRET: INTERNAL_SECRET,
    SMTP_URL: smtp.url,
  })
  const broker = await createInProcessBroker({ topology })
  const overrides = {
    connectBroker: () => Promise.resolve(broker),
    log: createLog('sending', 'error'),
  }
  // the first start migrates the database, the second one finds it filled
  await (await createNotifications(settings, overrides)).stop()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const inFuture = new Date(Date.now() + 3_600_000)
  await fill(client, inFuture)
  await client.query('VACUUM ANALYZE notifications')
  await smtp.clear()
  const again = await createInProcessBroker({ topology })
  const service = await createNotifications(settings, {
    ...overrides,
    connectBroker: () => Promise.resolve(again),
  })
  const dueAt = Date.now() + NOTICE_MS
  await client.query('UPDATE notifications SET due_at = $1', [new Date(dueAt)])
  // the update may take longer than the notice, and its rows become visible only on commit
  const moment = Math.max(dueAt, Date.now())
  const result = await measure(moment, client)
  await service.stop()
  await client.end()
  return result
}

/** Returns a function that formats the processor time used since this call, in milliseconds per item. */
function processorTime(): (count: number) => string {
  const before = process.cpuUsage()
  return (count) => {
    const { user, system } = process.cpuUsage(before)
    return `${((user + system) / 1000 / count).toFixed(2)} ms`
  }
}

/** The same number of mails through the same client, without the service. */
async function rawLoop(smtp: LimitedSmtp, count: number): Promise<number> {
  await smtp.clear()
  const transport = nodemailer.createTransport({
    url: smtp.url,
    pool: true,
    maxConnections: 5,
    maxMessages: 100,
  })
  const text = 'x'.repeat(6000)
  const start = Date.now()
  let next = 0
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      while (next < count) {
        next += 1
        const to = `customer-${next}@raw.example`
        await transport.sendMail({ from: 'bench@raw.example', to, subject: 'Raw', text, html: text })
      }
    }),
  )
  transport.close()
  return (await arrived(smtp, 'raw.example', count)).at(-1)! - start
}

try {
  const smtp = await startLimitedSmtp(perSecond)
  row('server limit', `${perSecond}/s: ${due} in ${seconds((due / perSecond) * 1000)} at best`)
  const bareTime = processorTime()
  const raw = await rawLoop(smtp, due)
  row(`${due} by a bare nodemailer loop`, seconds(raw))
  row('  processor time for each', bareTime(due))
  await serve(
    smtp,
    (client, dueAt) => seedDue(client, { application: 'one', count: due, dueAt }),
    async (dueAt, client) => {
      const time = processorTime()
      const times = await arrived(smtp, 'one.example', due)
      const took = times.at(-1)! - dueAt
      row(`${due} due in the same second`, `last one ${seconds(took)} late`)
      row('  ratio to the bare loop', (took / raw).toFixed(2))
      row('  processor time for each', time(due))
      await pause(1000)
      const { rows } = await client.query<{ status: string; count: string; attempts: string; dead: string }>(
        `SELECT status, count(*), sum(attempt_no) AS attempts,
           (SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'notifications') AS dead
         FROM notifications GROUP BY status`,
      )
      for (const { status, count, attempts, dead } of rows)
        row(`  ${status}`, `${count} in ${attempts} attempts, ${dead} dead rows after`)
    },
  )
  await serve(
    smtp,
    async (client, dueAt) => {
      await seedDue(client, { application: 'flood', count: flood, dueAt })
      await seedDue(client, { application: 'small', count: 10, dueAt })
    },
    async (dueAt) => {
      const times = await arrived(smtp, 'small.example', 10)
      const ahead = (await smtp.arrivals('flood.example')).length
      row(
        `10 next to a flood of ${flood}`,
        `p99 ${seconds(times.at(-1)! - dueAt)} late, ${ahead} of the flood sent`,
      )
    },
  )
  await smtp.stop()
  await claimCost(server, planned, row)
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
} finally {
  await dropDatabasesOf(postgresUrl, server.run).catch(() => undefined)
}
process.exit()
