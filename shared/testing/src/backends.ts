import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres, stopAbandonedServer } from '@appointments/embedded-postgres'
import { dropDatabasesOf } from './databases.ts'
import type { DatabaseServer } from './databases.ts'
import { freePort } from './free-port.ts'
import { acceptsConnections, postgresVersion } from './probes.ts'

/** The servers that one test run uses. */
export interface Backends extends DatabaseServer {
  /** absent if brokers run inside the test process */
  rabbitmqUrl?: string
  /** absent if key-value stores run inside the test process */
  redisUrl?: string
}

/** The chosen backends, a one-line summary for the log, and their cleanup. */
export interface DecidedBackends {
  backends: Backends
  summary: string
  stop: () => Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

// the standard ports on a developer's machine
const REAL = {
  TEST_POSTGRES_URL: 'postgres://postgres@127.0.0.1:5432/postgres',
  RABBITMQ_URL: 'amqp://guest:guest@127.0.0.1:5672',
  REDIS_URL: 'redis://127.0.0.1:6379',
}
const FOLDER_PREFIX = 'appointments-test-'

/**
 * Chooses the servers of a test run: those that the environment names; otherwise an embedded PostgreSQL, and brokers
 * and key-value stores inside the test process. With `REQUIRE_REAL_BACKENDS=1` nothing is embedded: servers that the
 * environment does not name are expected at their standard ports.
 * @throws Error that names every unreachable server
 */
export async function decideBackends(environment: Environment = process.env): Promise<DecidedBackends> {
  const named = environment['REQUIRE_REAL_BACKENDS'] === '1' ? { ...REAL, ...environment } : environment
  const { TEST_POSTGRES_URL, RABBITMQ_URL, REDIS_URL } = named as Partial<typeof REAL>
  const probes = await Promise.allSettled([
    TEST_POSTGRES_URL && postgresVersion(TEST_POSTGRES_URL),
    RABBITMQ_URL && acceptsConnections(RABBITMQ_URL, 5672),
    REDIS_URL && acceptsConnections(REDIS_URL, 6379),
  ])
  const missing = probes.flatMap((probe, index) =>
    probe.status === 'rejected'
      ? [`  ${Object.keys(REAL)[index] ?? ''}: ${(probe.reason as Error).message}`]
      : [],
  )
  if (missing.length > 0) throw new Error(`these servers are unreachable:\n${missing.join('\n')}`)

  const run = `test_${randomBytes(4).toString('hex')}`
  const postgres = TEST_POSTGRES_URL ? await realPostgres(TEST_POSTGRES_URL, run) : await embeddedPostgres()
  return {
    backends: {
      postgresUrl: postgres.url,
      ...(RABBITMQ_URL && { rabbitmqUrl: RABBITMQ_URL }),
      ...(REDIS_URL && { redisUrl: REDIS_URL }),
      run,
    },
    summary: `backends: ${[
      `postgres ${postgres.described}`,
      `broker ${RABBITMQ_URL ? `rabbitmq at ${new URL(RABBITMQ_URL).host}` : 'in-process'}`,
      `key-value ${REDIS_URL ? `redis at ${new URL(REDIS_URL).host}` : 'in-process'}`,
    ].join(' · ')}`,
    stop: postgres.stop,
  }
}

async function realPostgres(url: string, run: string) {
  return {
    url,
    described: `${await postgresVersion(url)} at ${new URL(url).host}`,
    stop: () => dropDatabasesOf(url, run),
  }
}

async function embeddedPostgres() {
  await clearAbandonedFolders()
  // a later run reads the process id in the name to check whether this run is still alive
  const directory = await mkdtemp(path.join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  // start the server first: exit listeners run in order, so the server gets its signal before its folder is removed
  const server = await startEmbeddedPostgres({ directory, freePort, durable: false })
  const removeFolder = () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', removeFolder)
  const url = server.url('postgres')
  return {
    url,
    described: `embedded ${await postgresVersion(url)}`,
    async stop() {
      await server.stop()
      removeFolder()
      process.off('exit', removeFolder)
    },
  }
}

/** A killed run cannot stop its server, so the next run does. */
async function clearAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name) ?? []
    if (pid === undefined || isAlive(Number(pid))) continue
    const directory = path.join(tmpdir(), name)
    await stopAbandonedServer(directory)
      .then(() => rm(directory, { recursive: true, force: true }))
      // the folder may belong to another user, who clears it
      .catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
