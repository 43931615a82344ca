import { inject } from 'vitest'
// imports the type of the context that the setup provides
import type {} from './global-setup.ts'
import { freshDatabaseOn } from './databases.ts'
import type { DatabaseTemplate, FreshDatabase } from './databases.ts'

/**
 * Creates a separate database for a test on the server of this run. Databases that a test does not drop are removed at
 * the end of the run.
 * @param prefix part of the database's name that shows which test uses it
 */
export const freshDatabase = (
  prefix: string,
  options?: { template?: DatabaseTemplate },
): Promise<FreshDatabase> => freshDatabaseOn(inject('backends'), prefix, options)
