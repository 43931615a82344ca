import { randomBytes } from 'node:crypto'
import { freshBackends, type OwnBackends } from '../src/backends.ts'
import type { Environment } from '../src/platforms/platform.ts'

/** How long each measurement takes, how often it is repeated, and how many clients ask at the same time. */
export const seconds = Number(process.env.BENCH_SECONDS ?? 8)
export const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
export const clients = Number(process.env.BENCH_CLIENTS ?? 16)
/** How long each is asked before it counts: the runtime compiles what is called often, and takes its time to do so. */
export const warmUpSeconds = Number(process.env.BENCH_WARM_UP ?? 10)

export const postgresUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const rabbitmqUrl = process.env.RABBITMQ_URL ?? 'amqp://guest:guest@127.0.0.1:5672'
const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379/0'

export const server = { postgresUrl, run: `bench_${randomBytes(3).toString('hex')}` }
export const JWT_SECRET = 'the-jwt-secret-of-the-benchmark-32-bytes'

const SETTINGS: Environment = {
  JWT_SECRET,
  // no limit of requests applies
  RATE_LIMIT_FACTOR: '1000000',
  // rejections under load are counted, not written
  LOG_LEVEL: 'silent',
}

/** Backends of one measured system on the servers of the benchmark. */
export const benchBackends = (): Promise<OwnBackends> =>
  freshBackends({ ...server, rabbitmqUrl, redisUrl }, SETTINGS)

/** The same for services in this process, which share a broker and a store of the process. */
export const benchDatabases = (): Promise<OwnBackends> => freshBackends(server, SETTINGS)
