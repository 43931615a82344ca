import { createRequire } from 'node:module'
import path from 'node:path'
import { runner } from 'node-pg-migrate'
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
      const applied = await runner({
        dbClient: client,
        dir: migrationsOf(packageName),
        migrationsTable: `migrations_${packageName.replace(/^@[^/]+\//, '').replaceAll('-', '_')}`,
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
