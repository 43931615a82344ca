import { migratedTemplate } from '@appointments/foundation/migrated-template'
import {
  freshDatabase,
  freshDatabaseOn,
  type DatabaseServer,
  type FreshDatabase,
} from '@appointments/testing'

const template = migratedTemplate('notifications')

/** A migrated database for one test. */
export const migratedDatabase = (prefix: string): Promise<FreshDatabase> =>
  freshDatabase(prefix, { template })

/** The same on a given server, for example the one of a simulation outside a test. */
export const migratedDatabaseOn = (server: DatabaseServer, prefix: string): Promise<FreshDatabase> =>
  freshDatabaseOn(server, prefix, { template })
