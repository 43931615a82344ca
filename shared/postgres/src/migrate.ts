import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import type { Log } from '@appointments/runtime'

const manifestOf = (packageName: string): string =>
  createRequire(import.meta.url).resolve(`${packageName}/package.json`)

/** The migrations folder of a package of this repository. */
export const migrationsOf = (packageName: string): string =>
  path.join(path.dirname(manifestOf(packageName)), 'migrations')

/**
 * The table that records which migrations of a package a database has. It is named after the package, unless its
 * `package.json` says `migrationsTable`: a package that is renamed keeps the table that databases in use have.
 */
function tableOf(packageName: string): string {
  const { migrationsTable } = JSON.parse(readFileSync(manifestOf(packageName), 'utf8')) as {
    migrationsTable?: string
  }
  return migrationsTable ?? `migrations_${packageName.replace(/^@[^/]+\//, '').replaceAll('-', '_')}`
}

/** Longest wait of a migration for a lock: whoever needs the table after it waits as long, and no longer. */
const LOCK_LIMIT_MS = 500
const LOCK_TRIES = 60
const isLockedOut = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'

/**
 * Brings a database up to date: every package in turn, forward only, safe when several replicas start at once and
 * beside those that serve. A migration that a lock holds up steps back and tries again.
 * @param packages names of the packages whose `migrations/` apply, in order
 * @throws DatabaseError 55P03 where a lock is held for longer than about 30 s
 */
export async function migrate(url: string, packages: readonly string[], log: Log): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // a connection of its own: the runner leaves one behind that is still in the transaction that failed
      await connected(url, async (client) => {
        for (const packageName of packages) await migratePackage(client, packageName, log)
      })
      return
    } catch (error) {
      if (!isLockedOut(error) || attempt === LOCK_TRIES) throw error
      log.info({ attempt }, 'a migration waits for a lock')
    }
  }
}

async function migratePackage(client: pg.Client, packageName: string, log: Log): Promise<void> {
  if ((await missing(client, packageName)).length === 0) return
  // a service that starts on a database that is up to date, which is nearly always, never loads the runner
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

/** Migrations of packages that a database lacks, such as `@appointments/outbox 0002_outbox_traceparent`. */
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

/** A database could not be connected to; the cause says why. */
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
    await client.connect()
    return client
  } catch (cause) {
    throw new ConnectFailed('the database cannot be connected to', { cause })
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
