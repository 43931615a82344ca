import { randomBytes } from 'node:crypto'
import { freshDatabaseOn, type Backends } from '@appointments/testing'

import { inject } from 'vitest'
import type {} from '../journeys/containers/global-setup.ts'
import type { Environment } from './platforms/platform.ts'
import { ownVhost } from './platforms/rabbitmq-vhost.ts'
import { emptyRedis } from './platforms/redis-entries.ts'
import { owners, type Owner } from './service-names.ts'

/** Secret of the tokens of the tests. */
export const SECRET = 'the-jwt-secret-of-the-e2e-tests-32-bytes'

/** Connection strings of the services' databases. */
export type DatabaseUrls = Record<Owner, string>

/** Databases, broker and store of one system, and what its services are configured with beside their addresses. */
export interface OwnBackends {
  environment: Environment
  databases: DatabaseUrls
  drop: () => Promise<void>
}

/** Settings of a system under test. */
const FOR_TESTS: Environment = {
  JWT_SECRET: SECRET,
  // images say production, which refuses the viewer and receivers on this machine
  NODE_ENV: 'development',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  // stands in for the providers a test does not bring along
  DEV_VIEWER: 'true',
  APPLICATIONS: 'open',
  TENANCY: 'optional',
  RATE_LIMIT_FACTOR: '1000',
  // a machine that runs everything at once is slow at times, which is not down
  SETTLE_LIMIT_MS: '2000',
  DATABASE_WAIT_MS: '4000',
  LOG_LEVEL: 'warn',
}

/** Backends on the servers of this run of the tests. @param env settings beside those of every test */
export const backendsOfThisRun = (env: Environment = {}): Promise<OwnBackends> =>
  freshBackends(inject('backends'), { ...FOR_TESTS, ...env })

/** Backends on the databases of this run only: broker and store are those of the process. */
export const databasesOfThisRun = (env: Environment = {}): Promise<OwnBackends> => {
  const { postgresUrl, run } = inject('backends')
  return freshBackends({ postgresUrl, run }, { ...FOR_TESTS, ...env })
}

/** Empty databases on a server, and of its broker and store, if there are any, a part that no other system uses. */
export async function freshBackends(
  { rabbitmqUrl, redisUrl, ...server }: Backends,
  env: Environment = {},
): Promise<OwnBackends> {
  const fresh = await Promise.all(owners.map((name) => freshDatabaseOn(server, `e2e_${name}`)))
  const urls = fresh.map(({ url }, index) => [owners[index], url])
  const databases = Object.fromEntries(urls) as DatabaseUrls
  const vhost = rabbitmqUrl === undefined ? undefined : await vhostOn(rabbitmqUrl)
  return {
    databases,
    environment: {
      INTERNAL_SECRET: randomBytes(32).toString('base64url'),
      DATA_SECRET: randomBytes(32).toString('base64url'),
      APPOINTMENTS_DATABASE_URL: databases.appointments,
      PARTICIPANTS_DATABASE_URL: databases.participants,
      NOTIFICATIONS_DATABASE_URL: databases.notifications,
      ...(vhost && { RABBITMQ_URL: vhost.url }),
      ...(redisUrl !== undefined && { REDIS_URL: await ownRedisDatabase(redisUrl) }),
      ...env,
    },
    async drop() {
      await vhost?.drop()
      await Promise.all(fresh.map((one) => one.drop()))
    },
  }
}

async function vhostOn(rabbitmqUrl: string): ReturnType<typeof ownVhost> {
  const name = `e2e-${randomBytes(4).toString('hex')}`
  const container = containersOfThisRun()?.rabbitmq
  if (container === undefined) return ownVhost(rabbitmqUrl, name)
  // most runs have no use for what talks to Docker
  const { rabbitmqctlIn } = await import('./platforms/containers.ts')
  return ownVhost(rabbitmqUrl, name, rabbitmqctlIn(container))
}

// other programs than the tests have none
const containersOfThisRun = () => (process.env.VITEST === undefined ? undefined : inject('containers'))

/** Images of the services, if this run of the tests has some. */
export const imagesOfThisRun = () => containersOfThisRun()?.images

let emptied: Promise<void> | undefined

/** The database of a Redis server that belongs to this worker of the run; a test file begins with an empty one. */
async function ownRedisDatabase(url: string): Promise<string> {
  const address = new URL(url)
  if (address.pathname.length > 1) return address.href
  address.pathname = `/${process.env.VITEST_POOL_ID ?? '1'}`
  await (emptied ??= emptyRedis(address.href))
  return address.href
}
