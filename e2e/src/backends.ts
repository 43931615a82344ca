import { randomBytes } from 'node:crypto'
import { migratedTemplate } from '@appointments/foundation/migrated-template'
import { freshDatabaseOn, type Backends } from '@appointments/testing'
import { inject } from 'vitest'
import type {} from '../journeys/containers/global-setup.ts'
import type { Environment } from './platforms/platform.ts'
import { ownVhost } from './platforms/rabbitmq-vhost.ts'
import { emptyRedis } from './platforms/redis-entries.ts'
import { owners, type Owner } from './service-names.ts'

/** Secret that signs the tokens of the tests. */
export const SECRET = 'the-jwt-secret-of-the-e2e-tests-32-bytes'

/** Connection strings of the services' databases. */
export type DatabaseUrls = Record<Owner, string>

/** Databases, broker and store of one system, and the settings of its services apart from their addresses. */
export interface OwnBackends {
  environment: Environment
  databases: DatabaseUrls
  drop: () => Promise<void>
}

/** Settings of a system under test. */
const FOR_TESTS: Environment = {
  JWT_SECRET: SECRET,
  // images run as production, which forbids the viewer and local webhook receivers
  NODE_ENV: 'development',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  // replaces the providers that a test does not start
  DEV_VIEWER: 'true',
  APPLICATIONS: 'open',
  TENANCY: 'optional',
  RATE_LIMIT_FACTOR: '1000',
  // a machine that runs everything in parallel is sometimes slow, which must not count as down; two waits of a write have
  // to fit into its deadline
  SETTLE_LIMIT_MS: '2000',
  DATABASE_WAIT_MS: '4000',
  // a few systems, some with two replicas of each service, share a server that allows 100 connections
  DATABASE_POOL_SIZE: '5',
  LOG_LEVEL: 'warn',
}

/** Whether databases are empty, or as the services leave them after their first start. */
type State = 'empty' | 'migrated'

/** Backends on the servers of this test run. @param env settings in addition to those of every test */
export const backendsOfThisRun = (state: State, env: Environment = {}): Promise<OwnBackends> =>
  freshBackends(inject('backends'), state, { ...FOR_TESTS, ...env })

/** Migrated databases of this test run; broker and store are embedded. */
export const databasesOfThisRun = (): Promise<OwnBackends> => {
  const { postgresUrl, run } = inject('backends')
  return freshBackends({ postgresUrl, run }, 'migrated', FOR_TESTS)
}

/** Databases on a server, and separate parts of its broker and store, if there are any. */
export async function freshBackends(
  { rabbitmqUrl, redisUrl, ...server }: Backends,
  state: State,
  env: Environment,
): Promise<OwnBackends> {
  const [vhost, ...fresh] = await Promise.all([
    rabbitmqUrl === undefined ? undefined : vhostOn(rabbitmqUrl),
    ...owners.map((name) =>
      freshDatabaseOn(
        server,
        `e2e_${name}`,
        state === 'migrated' ? { template: migratedTemplate(name) } : {},
      ),
    ),
  ])
  const urls = fresh.map(({ url }, index) => [owners[index], url])
  const databases = Object.fromEntries(urls) as DatabaseUrls
  return {
    databases,
    environment: {
      INTERNAL_SECRET: randomBytes(32).toString('base64url'),
      DATA_SECRET: randomBytes(32).toString('base64url'),
      APPOINTMENTS_DATABASE_URL: databases.appointments,
      PARTICIPANTS_DATABASE_URL: databases.participants,
      NOTIFICATIONS_DATABASE_URL: databases.notifications,
      AVAILABILITY_DATABASE_URL: databases.availability,
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
  // loaded on demand, because most runs do not need Docker
  const { rabbitmqctlIn } = await import('./platforms/containers.ts')
  return ownVhost(rabbitmqUrl, name, rabbitmqctlIn(container))
}

// programs other than tests have no containers
const containersOfThisRun = () => (process.env.VITEST === undefined ? undefined : inject('containers'))

/** Images of the services, if this test run has built them. */
export const imagesOfThisRun = () => containersOfThisRun()?.images

let emptied: Promise<void> | undefined

/** The database of a Redis server that belongs to this worker of the run; emptied for each test file. */
async function ownRedisDatabase(url: string): Promise<string> {
  const address = new URL(url)
  if (address.pathname.length > 1) return address.href
  address.pathname = `/${process.env.VITEST_POOL_ID ?? '1'}`
  await (emptied ??= emptyRedis(address.href))
  return address.href
}
