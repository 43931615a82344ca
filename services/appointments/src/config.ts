import { z } from 'zod'
import { listenSettings } from '@appointments/http'
import { flag, keyring, milliseconds, rotating } from '@appointments/runtime'
import { telemetrySettings } from '@appointments/telemetry'

/** Configuration of the appointments service; nothing else reads the environment. */
export const config = z.object({
  ...listenSettings(8081),
  ...telemetrySettings,
  /** The service's own PostgreSQL database. */
  APPOINTMENTS_DATABASE_URL: rotating(z.string()).prefault('postgres://postgres@127.0.0.1:5432/appointments'),
  /** Most connections of a replica to its database; half of them apply events. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).default(10),
  /** Whether a start applies the migrations the database lacks; without it the start is refused until they are. */
  MIGRATE_ON_START: flag.default(true),
  /** Message broker, with the virtual host as its path. */
  RABBITMQ_URL: rotating(z.string()).prefault('amqp://guest:guest@127.0.0.1:5672'),
  /** Shared by gateway and services; every internal key is derived from it. At least 32 bytes. */
  INTERNAL_SECRET: rotating(keyring),
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
  /** Longest wait for the subscribers of a change. */
  SETTLE_LIMIT_MS: milliseconds.default(1000),
})
export type Config = z.output<typeof config>
