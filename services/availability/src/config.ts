import { z } from 'zod'
import { serviceSettings } from '@appointments/foundation'
import { rotating } from '@appointments/runtime'

/** Configuration of the availability service; nothing else reads the environment. */
export const config = z.object({
  ...serviceSettings(8084),
  /** The service's own PostgreSQL database. */
  AVAILABILITY_DATABASE_URL: rotating(z.string()).prefault('postgres://postgres@127.0.0.1:5432/availability'),
  /** Address of the appointments service, from which an empty database reads claims and applications. */
  APPOINTMENTS_URL: z.url().default('http://127.0.0.1:8081'),
})
export type Config = z.output<typeof config>
