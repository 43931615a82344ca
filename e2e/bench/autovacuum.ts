import pg from 'pg'
import { postgresUrl } from './settings.ts'

/**
 * A warning if PostgreSQL does not clean and analyse tables by itself, as it does by default: writes then leave dead rows
 * behind, and plans are made for empty tables.
 */
export async function autovacuumWarning(): Promise<string | undefined> {
  const database = new pg.Client({ connectionString: postgresUrl })
  await database.connect()
  try {
    const { rows } = await database.query<{ autovacuum: string }>('SHOW autovacuum')
    if (rows[0]?.autovacuum === 'on') return undefined
    return 'Autovacuum of PostgreSQL is off, so figures of writes get worse with every round.'
  } finally {
    await database.end()
  }
}
