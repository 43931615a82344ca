import { inject } from 'vitest'
// brings the type of what the set-up hands over
import type {} from './global-setup.ts'
import { freshDatabaseOn } from './databases.ts'
import type { DatabaseTemplate, FreshDatabase } from './databases.ts'

/**
 * A database of the test's own, on the server of this run. What a test leaves behind goes when the run ends.
 * @param prefix says in the database's name whose it is
 */
export const freshDatabase = (
  prefix: string,
  options?: { template?: DatabaseTemplate },
): Promise<FreshDatabase> => freshDatabaseOn(inject('backends'), prefix, options)
