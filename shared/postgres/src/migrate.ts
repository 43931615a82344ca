import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import type { Log } from '@appointments/runtime'

/** The migrations folder of a package of this repository. */
export function migrationsOf(packageName: string): string {
  return path.join(
    path.dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)),
    'migrations',
  )
}

/**
 * Brings a database up to date: every package in turn, forward only, safe when several replicas start at once.
 * @param packages names of the packages whose `migrations/` apply, in order
 */
export async function migrate(url: string, packages: readonly string[], log: Log): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    for (const packageName of packages) {
      const dir = migrationsOf(packageName)
      const migrationsTable = `migrations_${packageName.replace(/^@[^/]+\//, '').replaceAll('-', '_')}`
      if (await isUpToDate(client, dir, migrationsTable)) continue
      // a service that starts on a database that is up to date, which is nearly always, never loads the runner
      const { runner } = await import('node-pg-migrate')
      const applied = await runner({
        dbClient: client,
        dir,
        migrationsTable,
        direction: 'up',
        checkOrder: true,
        advisoryLockMode: 'wait',
        log: () => undefined,
      })
      for (const { name } of applied) log.info({ migration: name }, 'migrated')
    }
  } finally {
    await client.end()
  }
}

async function isUpToDate(client: pg.Client, dir: string, table: string): Promise<boolean> {
  const { rows: tables } = await client.query<{ found: string | null }>('SELECT to_regclass($1) AS found', [
    table,
  ])
  if (tables[0]?.found == null) return false
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${client.escapeIdentifier(table)}`)
  const applied = new Set(rows.map(({ name }) => name))
  const present = (await readdir(dir))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
  return present.every((name) => applied.has(name))
}
