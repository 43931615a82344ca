import { z } from 'zod'
import { milliseconds, port, secret } from '@appointments/runtime'

/** Configuration of the appointments service; nothing else reads the environment. */
export const config = z.object({
  PORT: port.default(8081),
  HOST: z.string().default('127.0.0.1'),
  APPOINTMENTS_DATABASE_URL: z.string().default('postgres://postgres@127.0.0.1:5432/appointments'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).default(10),
  RABBITMQ_URL: z.string().default('amqp://guest:guest@127.0.0.1:5672'),
  INTERNAL_SECRET: secret,
  PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
  /** Whether an application nobody configured may be used. */
  APPLICATIONS: z
    .enum(['open', 'registered'])
    .default(process.env.NODE_ENV === 'production' ? 'registered' : 'open'),
  /** Address of a room; `{room}` becomes a name nobody can guess. */
  ROOM_URL_TEMPLATE: z.string().includes('{room}').optional(),
  /** A service that opens rooms; when set, rooms come from there. */
  ROOM_PROVIDER_URL: z.url().optional(),
  ROOM_PROVIDER_TOKEN: z.string().optional(),
  /** Longest wait for a room. */
  ROOM_PROVIDER_LIMIT_MS: milliseconds.default(3000),
  /** Longest wait for the subscribers of a change. */
  SETTLE_LIMIT_MS: milliseconds.default(1000),
})
export type Config = z.output<typeof config>
