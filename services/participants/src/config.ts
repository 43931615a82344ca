import { z } from 'zod'
import { milliseconds, port, secret } from '@appointments/runtime'

/** Configuration of the participants service; nothing else reads the environment. */
export const config = z.object({
  PORT: port.default(8082),
  HOST: z.string().default('127.0.0.1'),
  PARTICIPANTS_DATABASE_URL: z.string().default('postgres://postgres@127.0.0.1:5432/participants'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).default(10),
  RABBITMQ_URL: z.string().default('amqp://guest:guest@127.0.0.1:5672'),
  INTERNAL_SECRET: secret,
  /** Where slots are claimed for applications that refuse double booking. */
  APPOINTMENTS_URL: z.url().default('http://127.0.0.1:8081'),
  /** Base of room and manage links. */
  PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
  /** Longest wait for the subscribers of a change. */
  SETTLE_LIMIT_MS: milliseconds.default(1000),
})
export type Config = z.output<typeof config>
