import { migrate } from '@appointments/postgres'
import { silentLog } from '@appointments/runtime'
import {
  freshDatabase,
  freshDatabaseOn,
  type DatabaseServer,
  type FreshDatabase,
} from '@appointments/testing'

const packages = ['@appointments/outbox', '@appointments/idempotency', '@appointments/notifications-service']

/** This service's database after its first start; each run migrates one and copies the others from it. */
const template = {
  name: 'notifications',
  prepare: (url: string) => migrate(url, packages, silentLog),
}

/** A migrated database for one test. */
export const migratedDatabase = (prefix: string): Promise<FreshDatabase> =>
  freshDatabase(prefix, { template })

/** The same on a given server, for example the one of a simulation outside a test. */
export const migratedDatabaseOn = (server: DatabaseServer, prefix: string): Promise<FreshDatabase> =>
  freshDatabaseOn(server, prefix, { template })
