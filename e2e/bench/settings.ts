import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { freshBackends, type OwnBackends } from '../src/backends.ts'
import type { Environment } from '../src/platforms/platform.ts'

/** Seconds of each measurement, its repetitions, and the number of parallel clients. */
export const seconds = Number(process.env.BENCH_SECONDS ?? 8)
export const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
export const clients = Number(process.env.BENCH_CLIENTS ?? 16)
/** Seconds of load before measuring, until the runtime has compiled hot code. */
export const warmUpSeconds = Number(process.env.BENCH_WARM_UP ?? 10)
/** Organizations of the measured system, and callers of each; each caller has a token and a rate limit. */
export const organizations = Number(process.env.BENCH_ORGANIZATIONS ?? 25)
export const callersEach = Number(process.env.BENCH_CALLERS_EACH ?? 24)

export const postgresUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
export const rabbitmqUrl = process.env.RABBITMQ_URL ?? 'amqp://guest:guest@127.0.0.1:5672'
export const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379/0'

export const server = { postgresUrl, run: `bench_${randomBytes(3).toString('hex')}` }
export const JWT_SECRET = 'the-jwt-secret-of-the-benchmark-32-bytes'

const dockerfile = readFileSync(new URL('../../deploy/Dockerfile', import.meta.url), 'utf8')
/** The major version of Node in the images; undefined if the file does not name it. */
export const [, deployedMajor] = /NODE_IMAGE=node:(\d+)/.exec(dockerfile) ?? []

/**
 * The heap size that V8 chooses in a container of 384 MiB, the limit of most deployments. On this machine it would be
 * gigabytes.
 */
const HEAP = '--max-old-space-size=256'
/** The options of Node in the images. */
const [, options = ''] = /NODE_OPTIONS=(\S+)/.exec(dockerfile) ?? []
/** How many arenas malloc may have in the images. */
const [, arenas] = /MALLOC_ARENA_MAX=(\d+)/.exec(dockerfile) ?? []

/** Only the settings that production requires. Rate limits, logs and pools have their defaults; `replicas` sets smaller pools. */
const SETTINGS: Environment = {
  NODE_ENV: 'production',
  NODE_OPTIONS: `${options} ${HEAP}`,
  ...(arenas !== undefined && { MALLOC_ARENA_MAX: arenas }),
  JWT_SECRET,
  SENDERS: '*=*',
}

/** Backends of one measured system on the servers of the benchmark. */
export const benchBackends = (env: Environment = {}): Promise<OwnBackends> =>
  freshBackends({ ...server, rabbitmqUrl, redisUrl }, 'empty', { ...SETTINGS, ...env })
