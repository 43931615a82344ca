import { existsSync } from 'node:fs'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { stopAbandonedServer } from './abandoned.ts'
import { serverAccount } from './account.ts'
import { installedBinaries } from './binaries.ts'
import { createCluster, layout, passwordIn, SUPERUSER } from './cluster.ts'
import { reachableBinaries } from './reachable-binaries.ts'
import { runServer } from './server.ts'

/** A real PostgreSQL server of this process, on the loopback interface only. */
export interface EmbeddedPostgres {
  /** Connection string of a database, with the password in it. */
  url: (database: string) => string
  /** Creates a database; one that exists is left as it is. */
  createDatabase: (name: string) => Promise<void>
  /** Ends the server; the data stays. Stopping twice is harmless. */
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** where everything is kept, from one start to the next; created if absent */
  directory: string
  /** gives a port of the loopback interface that nothing listens on; asked again if another process takes the port first */
  freePort: () => Promise<number>
  /** gets the server's log, line by line */
  log?: (line: string) => void
  /** `false` gives up safety against power cuts for speed: for data that is thrown away */
  durable?: boolean
}

const DUPLICATE_DATABASE = new Set(['42P04', '23505'])

/**
 * Starts the PostgreSQL server whose data is in a folder, and creates it there at the first start. Needs nothing
 * but Node and what npm installed; runs for root and for other users. A server that a killed process left behind
 * is stopped first.
 * @throws Error when another living process uses the folder, or PostgreSQL does not start
 */
export async function startEmbeddedPostgres({
  directory: wanted,
  freePort,
  log = () => undefined,
  durable = true,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(wanted, { recursive: true, mode: 0o700 })
  const directory = await realpath(wanted)
  const { data, owner } = layout(directory)
  await stopAbandonedServer(directory, log)

  const account = serverAccount(data)
  const installed = await installedBinaries()
  const binaries = account === undefined ? installed : await reachableBinaries(installed, account, log)
  const password = await passwordIn(directory)
  if (!existsSync(data)) await createCluster(directory, password, binaries, account)
  await writeFile(owner, `${process.pid}\n`)
  const server = await runServer({ data, binaries, account, durable, log, freePort })

  const url = (database: string) =>
    `postgres://${SUPERUSER}:${password}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`
  let stopped: Promise<void> | undefined
  return {
    url,
    createDatabase: (name) => createDatabase(url('postgres'), name),
    stop: () => (stopped ??= server.stop()),
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && DUPLICATE_DATABASE.has(error.code ?? ''))) throw error
  } finally {
    await client.end()
  }
}
