import { z } from 'zod'
import { milliseconds, rotating } from '@appointments/runtime'
import { serviceSettings } from '@appointments/service'

/** Configuration of the appointments service; nothing else reads the environment. */
export const config = z.object({
  ...serviceSettings(8081),
  /** The service's own PostgreSQL database. */
  APPOINTMENTS_DATABASE_URL: rotating(z.string()).prefault('postgres://postgres@127.0.0.1:5432/appointments'),
  /** Base of the rooms that come without a provider. */
  PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
  /** Whether an application nobody configured may be used. */
  APPLICATIONS: z
    .enum(['open', 'registered'])
    .default(process.env.NODE_ENV === 'production' ? 'registered' : 'open'),
  /** Address of a room; `{room}` becomes a name nobody can guess. */
  ROOM_URL_TEMPLATE: z.string().includes('{room}').optional(),
  /** A service that opens rooms; when set, rooms come from there. */
  ROOM_PROVIDER_URL: z.url().optional(),
  /** Bearer token for the service that opens rooms. */
  ROOM_PROVIDER_TOKEN: rotating(z.string()).optional(),
  /** Longest wait for a room. */
  ROOM_PROVIDER_LIMIT_MS: milliseconds.default(3000),
})
export type Config = z.output<typeof config>
