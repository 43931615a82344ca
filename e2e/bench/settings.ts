import { randomBytes } from 'node:crypto'
import { freshBackends, type OwnBackends } from '../src/backends.ts'
import type { Environment } from '../src/platforms/platform.ts'

/** Seconds of each measurement, its repetitions, and the number of parallel clients. */
export const seconds = Number(process.env.BENCH_SECONDS ?? 8)
export const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
export const clients = Number(process.env.BENCH_CLIENTS ?? 16)
/** Seconds of load before measuring, until the runtime has compiled hot code. */
export const warmUpSeconds = Number(process.env.BENCH_WARM_UP ?? 10)

export const postgresUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const rabbitmqUrl = process.env.RABBITMQ_URL ?? 'amqp://guest:guest@127.0.0.1:5672'
const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379/0'

export const server = { postgresUrl, run: `bench_${randomBytes(3).toString('hex')}` }
export const JWT_SECRET = 'the-jwt-secret-of-the-benchmark-32-bytes'

const SETTINGS: Environment = {
  JWT_SECRET,
  // effectively disables the request limits
  RATE_LIMIT_FACTOR: '1000000',
  // rejections under load are counted, not logged
  LOG_LEVEL: 'silent',
}

/** Backends of one measured system on the servers of the benchmark. */
export const benchBackends = (): Promise<OwnBackends> =>
  freshBackends({ ...server, rabbitmqUrl, redisUrl }, SETTINGS)

/** The same for services in this process, which share an embedded broker and store. */
export const benchDatabases = (): Promise<OwnBackends> => freshBackends(server, SETTINGS)
