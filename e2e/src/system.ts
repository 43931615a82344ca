import { randomBytes, randomInt } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { inject } from 'vitest'
import type { Role, ServiceName } from '@appointments/contracts'
import type { Broker } from '@appointments/messaging'
import { freshDatabase, type FreshDatabase } from '@appointments/testing'
import type { Environment, Runner } from './runner.ts'
import { servicesInProcess } from './services-in-process.ts'
import { servicesAsProcesses } from './services-as-processes.ts'

const SECRET = 'the-jwt-secret-of-the-e2e-tests-32-bytes'

/** A running system. Its services can be stopped and started again; their addresses stay. */
export interface System {
  gatewayUrl: string
  /** Connection strings of the services' databases. */
  databases: Record<'appointments' | 'participants' | 'notifications', string>
  /** A connection to the broker of the services; whoever opens it closes it. */
  connectBroker: () => Promise<Broker>
  /** Keys and values of the gateway's store, as text. */
  keyValueEntries: () => Promise<string[]>
  stop: (service: ServiceName) => Promise<void>
  start: (service: ServiceName) => Promise<void>
  kill: (service: ServiceName) => Promise<void>
  emptyKeyValue: () => Promise<void>
  close: () => Promise<void>
}

const services: ServiceName[] = ['appointments', 'participants', 'notifications', 'gateway']
const withDatabase = ['appointments', 'participants', 'notifications'] as const

/**
 * Starts the whole system on the backends of this run: four processes against real servers where they are
 * given, else all services in this process on the embedded ones. Tests do not see the difference.
 */
export async function startSystem(env: Environment = {}): Promise<System> {
  const { rabbitmqUrl, redisUrl } = inject('backends')
  const fresh: FreshDatabase[] = []
  const databases = {} as System['databases']
  for (const name of withDatabase) {
    const database = await freshDatabase(`e2e_${name}`)
    fresh.push(database)
    databases[name] = database.url
  }
  const environment: Environment = {
    JWT_SECRET: SECRET,
    INTERNAL_SECRET: randomBytes(32).toString('base64url'),
    APPOINTMENTS_DATABASE_URL: databases.appointments,
    PARTICIPANTS_DATABASE_URL: databases.participants,
    NOTIFICATIONS_DATABASE_URL: databases.notifications,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    // stands in for the providers a test does not bring along
    DEV_VIEWER: 'true',
    RATE_LIMIT_FACTOR: '1000',
    // a machine that runs everything at once is slow at times, which is not down

    SETTLE_LIMIT_MS: '2000',
    LOG_LEVEL: 'warn',
    ...env,
  }
  const runner: Runner =
    rabbitmqUrl !== undefined && redisUrl !== undefined
      ? await servicesAsProcesses({ ...environment, REDIS_URL: ownRedisDatabase(redisUrl) }, rabbitmqUrl)
      : await servicesInProcess(environment)
  for (const service of services) await runner.start(service)
  return {
    gatewayUrl: runner.gatewayUrl,
    databases,
    connectBroker: runner.connectBroker,
    keyValueEntries: runner.keyValueEntries,
    start: runner.start,
    stop: runner.stop,
    kill: runner.kill,
    emptyKeyValue: runner.emptyKeyValue,
    async close() {
      for (const service of [...services].reverse()) await runner.stop(service)
      await runner.close()
      await Promise.all(fresh.map(({ drop }) => drop()))
    },
  }
}

/** Of the sixteen databases of a Redis server, one that hardly anybody uses at the same time. */
function ownRedisDatabase(url: string): string {
  const address = new URL(url)
  if (address.pathname.length <= 1) address.pathname = `/${randomInt(1, 16)}`
  return address.href
}

/** Claims of a token beyond its role. */
export interface TokenClaims {
  userId?: string
  organizationId?: string
  conferenceId?: string
}

/** A token the systems of these tests accept. */
export const tokenFor = (role: Role, claims: TokenClaims = {}): string =>
  jwt.sign({ roles: [role], ...claims }, SECRET, { algorithm: 'HS256', expiresIn: '1h' })
