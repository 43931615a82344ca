import { ConnectFailed, migrate, missingMigrations } from '@appointments/postgres'
import { databaseFault, StartupFault, type Log } from '@appointments/runtime'

/** The database of a service. */
export interface ServiceDatabase {
  /** Name of the service, such as `appointments`. */
  name: string
  url: string
}

/** The variable that holds the URL of a service's database. */
export const databaseVariable = (name: string): string => `${name.toUpperCase()}_DATABASE_URL`

/** Packages whose migrations make up the database of a service, in order. */
const packagesOf = (name: string) => [
  '@appointments/outbox',
  '@appointments/idempotency',
  `@appointments/${name}-service`,
]

/**
 * Applies the missing migrations; safe while other replicas do the same or still run the previous release.
 * @throws StartupFault if the database is unreachable
 */
export const migrateDatabase = (database: ServiceDatabase, log: Log): Promise<void> =>
  reached(database, migrate(database.url, packagesOf(database.name), log))

/** @throws StartupFault if migrations are missing, with their names, or if the database is unreachable */
export async function requireMigrated(database: ServiceDatabase): Promise<void> {
  const lacking = await reached(database, missingMigrations(database.url, packagesOf(database.name)))
  if (lacking.length > 0)
    throw new StartupFault(
      `MIGRATE_ON_START is off and the database lacks ${lacking.join(', ')}; the command "migrate" applies them`,
    )
}

const reached = <Result>({ name, url }: ServiceDatabase, work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof ConnectFailed ? databaseFault(databaseVariable(name), url, error.cause) : error
  })
