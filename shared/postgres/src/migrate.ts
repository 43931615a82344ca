import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '@appointments/runtime'

const manifestOf = (packageName: string): string =>
  createRequire(import.meta.url).resolve(`${packageName}/package.json`)

/** The migrations folder of a package of this repository. */
export const migrationsOf = (packageName: string): string =>
  path.join(path.dirname(manifestOf(packageName)), 'migrations')

/**
 * The table that records the applied migrations of a package. It is named after the package, unless its `package.json`
 * has `migrationsTable`: a renamed package keeps the table that existing databases have.
 */
function tableOf(packageName: string): string {
  const { migrationsTable } = JSON.parse(readFileSync(manifestOf(packageName), 'utf8')) as {
    migrationsTable?: string
  }
  return migrationsTable ?? `migrations_${packageName.replace(/^@[^/]+\//, '').replaceAll('-', '_')}`
}

/** Longest time that a migration waits for a lock. While it waits, later statements on the table wait, too. */
const LOCK_LIMIT_MS = 500
/** Longest pause before the next try, so that the statements that waited behind the migration can finish. */
const PAUSE_LIMIT_MS = 500
const LOCK_TRIES = 120
/** A lock that is not free in time, or a deadlock with a transaction of a service. */
const isLockedOut = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')

/**
 * Applies the missing migrations of every package in turn, forward only; safe if several replicas start in parallel and
 * while others serve. A migration that is blocked by a lock or ends in a deadlock is rolled back and tried again.
 * @param packages names of the packages whose `migrations/` apply, in order
 * @throws DatabaseError 55P03 or 40P01 if 120 tries, which take about 90 s, all fail because of locks
 */
export async function migrate(url: string, packages: readonly string[], log: Log): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // a separate connection, because after a failure the runner leaves its connection inside the failed transaction
      await connected(url, async (client) => {
        for (const packageName of packages) await migratePackage(client, packageName, log)
      })
      return
    } catch (error) {
      if (!isLockedOut(error) || attempt === LOCK_TRIES) throw error
      log.info({ attempt }, 'a migration could not get a lock and is tried again')
      await pause(Math.random() * PAUSE_LIMIT_MS)
    }
  }
}

async function migratePackage(client: pg.Client, packageName: string, log: Log): Promise<void> {
  if ((await missing(client, packageName)).length === 0) return
  // loaded only if a migration is missing, which is rare
  const { runner } = await import('node-pg-migrate')
  const applied = await runner({
    dbClient: client,
    dir: migrationsOf(packageName),
    migrationsTable: tableOf(packageName),
    direction: 'up',
    checkOrder: true,
    advisoryLockMode: 'wait',
    log: () => undefined,
  })
  for (const { name } of applied) log.info({ migration: name }, 'migrated')
}

/** The missing migrations of packages, such as `@appointments/outbox 0002_outbox_traceparent`. */
export async function missingMigrations(url: string, packages: readonly string[]): Promise<string[]> {
  return connected(url, async (client) => {
    const found: string[] = []
    for (const packageName of packages)
      found.push(...(await missing(client, packageName)).map((name) => `${packageName} ${name}`))
    return found
  })
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connect(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The connection to a database failed; the cause has the reason. */
export class ConnectFailed extends Error {
  override name = 'ConnectFailed'
}

async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      lock_timeout: LOCK_LIMIT_MS,
    })
    // without a listener, a connection that breaks between two statements ends the process; with one, the next
    // statement fails
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (cause) {
    throw new ConnectFailed('cannot connect to the database', { cause })
  }
}

async function missing(client: pg.Client, packageName: string): Promise<string[]> {
  const present = (await readdir(migrationsOf(packageName)))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
  const table = tableOf(packageName)
  const { rows: tables } = await client.query<{ found: string | null }>('SELECT to_regclass($1) AS found', [
    table,
  ])
  if (tables[0]?.found == null) return present
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${client.escapeIdentifier(table)}`)
  const applied = new Set(rows.map(({ name }) => name))
  return present.filter((name) => !applied.has(name))
}
