import { migrate } from '@appointments/postgres'
import { silentLog } from '@appointments/runtime'
import {
  freshDatabase,
  freshDatabaseOn,
  type DatabaseServer,
  type FreshDatabase,
} from '@appointments/testing'

const packages = ['@appointments/outbox', '@appointments/idempotency', '@appointments/notifications-service']

/** A database of this service as its first start leaves it; a run migrates one and copies the others from it. */
const template = {
  name: 'notifications',
  prepare: (url: string) => migrate(url, packages, silentLog),
}

/** A migrated database of the test's own. */
export const migratedDatabase = (prefix: string): Promise<FreshDatabase> =>
  freshDatabase(prefix, { template })

/** The same on a server that the caller names, such as that of a simulation outside a test. */
export const migratedDatabaseOn = (server: DatabaseServer, prefix: string): Promise<FreshDatabase> =>
  freshDatabaseOn(server, prefix, { template })
