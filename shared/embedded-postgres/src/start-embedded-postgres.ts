import { existsSync } from 'node:fs'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { stopAbandonedServer } from './abandoned.ts'
import { serverAccount } from './account.ts'
import { installedBinaries } from './binaries.ts'
import { createCluster, layout, passwordIn, SUPERUSER } from './cluster.ts'
import { reachableBinaries } from './reachable-binaries.ts'
import { runServer } from './server.ts'

/** A real PostgreSQL server that this process owns, on the loopback interface only. */
export interface EmbeddedPostgres {
  /** Connection string of a database, with the password. */
  url: (database: string) => string
  /** Creates a database; an existing one stays unchanged. */
  createDatabase: (name: string) => Promise<void>
  /** Stops the server and keeps the data. Can be called twice. */
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** keeps the data between starts; created if absent */
  directory: string
  /** returns a free loopback port; called again if another process takes the port first */
  freePort: () => Promise<number>
  /** receives the server's log, line by line */
  log?: (line: string) => void
  /** `false` trades safety against power cuts for speed: only for throwaway data */
  durable?: boolean
}

const DUPLICATE_DATABASE = new Set(['42P04', '23505'])

/**
 * Starts a PostgreSQL server with its data in a folder; the first start creates the data. Needs only Node and the
 * packages that npm installed; works for root and for other users. Stops a server that a killed process left running.
 * @throws DatabaseInUse if another living process uses the folder
 * @throws Error if PostgreSQL does not start
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
