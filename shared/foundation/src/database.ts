import { ConnectFailed, migrate, missingMigrations } from '@appointments/postgres'
import { databaseFault, StartupFault, type Log } from '@appointments/runtime'

/** The database of a service. */
export interface ServiceDatabase {
  /** of the service, such as `appointments` */
  name: string
  url: string
}

/** The variable with the address of a service's database. */
export const databaseVariable = (name: string): string => `${name.toUpperCase()}_DATABASE_URL`

/** Packages whose migrations make the database of a service, in order. */
const packagesOf = (name: string) => [
  '@appointments/outbox',
  '@appointments/idempotency',
  `@appointments/${name}-service`,
]

/**
 * Applies the migrations a database lacks; safe beside replicas that do the same, and beside the release before.
 * @throws StartupFault if the database cannot be reached
 */
export const migrateDatabase = (database: ServiceDatabase, log: Log): Promise<void> =>
  reached(database, migrate(database.url, packagesOf(database.name), log))

/** @throws StartupFault that names the migrations a database lacks, or if the database cannot be reached */
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
