import { migrate, missingMigrations } from '@appointments/postgres'
import type { Log } from '@appointments/runtime'

/** The database of a service. */
export interface ServiceDatabase {
  /** of the service, such as `appointments` */
  name: string
  url: string
}

/** Packages whose migrations make the database of a service, in order. */
const packagesOf = (name: string) => [
  '@appointments/messaging',
  '@appointments/idempotency',
  `@appointments/${name}-service`,
]

/** Applies the migrations a database lacks; safe beside replicas that do the same, and beside the release before. */
export const migrateDatabase = ({ name, url }: ServiceDatabase, log: Log): Promise<void> =>
  migrate(url, packagesOf(name), log)

/** @throws Error that names the migrations a database lacks */
export async function requireMigrated({ name, url }: ServiceDatabase): Promise<void> {
  const lacking = await missingMigrations(url, packagesOf(name))
  if (lacking.length > 0)
    throw new Error(`the database lacks ${lacking.join(', ')}; the command "migrate" applies them`)
}
