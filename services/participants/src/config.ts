import { z } from 'zod'
import { listenSettings } from '@appointments/http'
import { flag, keyring, milliseconds, rotating, secret } from '@appointments/runtime'
import { telemetrySettings } from '@appointments/telemetry'

/** Configuration of the participants service; nothing else reads the environment. */
export const config = z.object({
  ...listenSettings(8082),
  ...telemetrySettings,
  /** The service's own PostgreSQL database. */
  PARTICIPANTS_DATABASE_URL: rotating(z.string()).prefault('postgres://postgres@127.0.0.1:5432/participants'),
  /** Most connections of a replica to its database; half of them apply events. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).default(10),
  /** Whether a start applies the migrations the database lacks; without it the start is refused until they are. */
  MIGRATE_ON_START: flag.default(true),
  /** Message broker, with the virtual host as its path. */
  RABBITMQ_URL: rotating(z.string()).prefault('amqp://guest:guest@127.0.0.1:5672'),
  /** Shared by gateway and services; every internal key is derived from it. At least 32 bytes. */
  INTERNAL_SECRET: rotating(keyring),
  /** The links customers have depend on it, so it never changes. At least 32 bytes. */
  DATA_SECRET: secret,
  /** Where slots are claimed for applications that refuse double booking. */
  APPOINTMENTS_URL: z.url().default('http://127.0.0.1:8081'),
  /** Base of room and manage links. */
  PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
  /** Longest wait for the subscribers of a change. */
  SETTLE_LIMIT_MS: milliseconds.default(1000),
})
export type Config = z.output<typeof config>
