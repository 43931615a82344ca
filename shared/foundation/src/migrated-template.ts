import { silentLog } from '@appointments/runtime'
import { migrateDatabase } from './database.ts'

/**
 * The database of a service after its first start, as a template. Tests copy it, because a copy takes a fraction of
 * the time that the migrations take.
 * @param service its name, such as `appointments`
 */
export const migratedTemplate = (service: string) => ({
  name: service,
  prepare: (url: string): Promise<void> => migrateDatabase({ name: service, url }, silentLog),
})
