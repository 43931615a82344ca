import { randomBytes } from 'node:crypto'
import { freshDatabaseOn } from '@appointments/testing'
import type { DatabaseUrls } from '../src/environment.ts'
import type { Environment } from '../src/runner.ts'
import { owners } from '../src/service-names.ts'

/** How long each measurement takes, how often it is repeated, and how many clients ask at the same time. */
export const seconds = Number(process.env.BENCH_SECONDS ?? 8)
export const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
export const clients = Number(process.env.BENCH_CLIENTS ?? 16)
/** How long each is asked before it counts: the runtime compiles what is called often, and takes its time to do so. */
export const warmUpSeconds = Number(process.env.BENCH_WARM_UP ?? 10)

export const postgresUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
export const rabbitmqUrl = process.env.RABBITMQ_URL ?? 'amqp://guest:guest@127.0.0.1:5672'
const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'

export const server = { postgresUrl, run: `bench_${randomBytes(3).toString('hex')}` }
export const JWT_SECRET = 'the-jwt-secret-of-the-benchmark-32-bytes'

/** Databases of its own, and what services are configured with beside their addresses. No limit of requests applies. */
export async function freshSettings(): Promise<{ databases: DatabaseUrls; env: Environment }> {
  const databases = Object.fromEntries(
    await Promise.all(owners.map(async (name) => [name, (await freshDatabaseOn(server, name)).url] as const)),
  ) as DatabaseUrls
  return {
    databases,
    env: {
      JWT_SECRET,
      INTERNAL_SECRET: randomBytes(32).toString('base64url'),
      DATA_SECRET: randomBytes(32).toString('base64url'),
      APPOINTMENTS_DATABASE_URL: databases.appointments,
      PARTICIPANTS_DATABASE_URL: databases.participants,
      NOTIFICATIONS_DATABASE_URL: databases.notifications,
      REDIS_URL: redisUrl,
      RATE_LIMIT_FACTOR: '1000000',
      // what is refused under load is counted, not written
      LOG_LEVEL: 'silent',
    },
  }
}
