import { z } from 'zod'
import { rotating, secret } from '@appointments/runtime'
import { serviceSettings } from '@appointments/foundation'

/** Configuration of the participants service; nothing else reads the environment. */
export const config = z.object({
  ...serviceSettings(8082),
  /** The service's own PostgreSQL database. */
  PARTICIPANTS_DATABASE_URL: rotating(z.string()).prefault('postgres://postgres@127.0.0.1:5432/participants'),
  /** Customers' links depend on it, so it must never change. At least 32 bytes. */
  DATA_SECRET: secret,
  /** Address of the appointments service, which reserves slots for applications that reject double booking. */
  APPOINTMENTS_URL: z.url().default('http://127.0.0.1:8081'),
  /** Base of room and manage links. */
  PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
})
export type Config = z.output<typeof config>
