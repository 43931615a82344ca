import { execFile } from 'node:child_process'
import { openSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startServices } from '../../src/start-services.ts'
import { keepers } from '../../src/service-names.ts'
import { benchBackends, clients, warmUpSeconds } from '../settings.ts'

const run = promisify(execFile)

/** PostgreSQL without the services: it only stores the rows that a booking needs at least. */
export interface LeastRows {
  /** Bookings per second if it stores the rows of the three databases one after the other. @param seconds for each database */
  bookingsPerSecond: (seconds: number) => Promise<number>
  drop: () => Promise<void>
}

/**
 * Writes with pgbench the rows that must exist after a booking. It uses prepared statements and one transaction for
 * each database, and sends each transaction in one pipeline, as the services do. Nothing is read, checked or published.
 * The databases are those of the services, with every index, and warmed up as long as the services are.
 */
export async function leastRows(): Promise<LeastRows> {
  const backends = await benchBackends()
  // the services create their tables
  const services = await startServices({ as: 'processes', backends, output: openSync('/dev/null', 'w') })
  await services.close()
  const client = new pg.Client({ connectionString: backends.databases.appointments })
  await client.connect()
  await client.query(APPLICATION)
  await client.end()
  const bookingsPerSecond = async (seconds: number) => {
    let secondsEach = 0
    for (const keeper of keepers)
      secondsEach += 1 / (await pgbench(keeper, backends.databases[keeper], seconds))
    return 1 / secondsEach
  }
  await bookingsPerSecond(warmUpSeconds)
  return { bookingsPerSecond, drop: backends.drop }
}

const APPLICATION = `INSERT INTO applications (id, version, settings, updated_at) VALUES ('app-least', 1, '{}', now())`

/** Transactions per second of a script. @throws Error if one fails */
async function pgbench(keeper: string, url: string, seconds: number): Promise<number> {
  const script = path.join(import.meta.dirname, `${keeper}.sql`)
  const load = ['-c', String(clients), '-j', '2', '-T', String(Math.ceil(seconds))]
  const options = ['-n', '-M', 'prepared', '-f', script, ...load, url]
  const { stdout } = await run(await program(), options, { maxBuffer: 10_000_000 })
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
  if (tps === undefined || !stdout.includes('failed transactions: 0 '))
    throw new Error(`unexpected output of pgbench: ${stdout}`)
  return Number(tps)
}

/** On Debian pgbench is installed next to the server; elsewhere it is on the path. */
async function program(): Promise<string> {
  const found = 'command -v pgbench || ls /usr/lib/postgresql/*/bin/pgbench | tail -n 1'
  return (await run('sh', ['-c', found])).stdout.trim()
}
