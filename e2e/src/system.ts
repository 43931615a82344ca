import jwt from 'jsonwebtoken'
import { inject } from 'vitest'
import type { Role, ServiceName } from '@appointments/contracts'
import type { Broker } from '@appointments/broker'
import type {} from '../journeys/containers/global-setup.ts'
import { freshEnvironment, ownRedisDatabase, SECRET, type DatabaseUrls } from './environment.ts'
import type { Environment, OwnEnvironments, Runner } from './runner.ts'
import { services } from './service-names.ts'
import { servicesInProcess } from './services-in-process.ts'
import { servicesAsProcesses } from './services-as-processes.ts'

/** A running system. Its services can be stopped and started again; their addresses stay. */
export interface System {
  gatewayUrl: string
  /** Where a service listens. */
  urlOf: (service: ServiceName) => string
  /** Where a service serves its metrics. */
  metricsUrl: (service: ServiceName) => string
  /** Connection strings of the services' databases. */
  databases: DatabaseUrls
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

/**
 * Starts the whole system on the backends of this run: four processes or containers against real servers where
 * they are given, else all services in this process on the embedded ones. Tests do not see the difference.
 */
export async function startSystem(env: Environment = {}, own: OwnEnvironments = {}): Promise<System> {
  const { rabbitmqUrl, redisUrl } = inject('backends')
  const { environment, databases, drop } = await freshEnvironment(env)
  const runner =
    rabbitmqUrl !== undefined && redisUrl !== undefined
      ? await servicesApart({ ...environment, REDIS_URL: await ownRedisDatabase(redisUrl) }, rabbitmqUrl, own)
      : await servicesInProcess(environment, own)
  for (const service of services) await runner.start(service)
  return {
    gatewayUrl: runner.gatewayUrl,
    urlOf: runner.urlOf,
    metricsUrl: runner.metricsUrl,
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
      await drop()
    },
  }
}

/** Services beside real servers: as containers where this run has images of them, else as processes. */
async function servicesApart(
  environment: Environment,
  rabbitmqUrl: string,
  own: OwnEnvironments,
): Promise<Runner> {
  const containers = inject('containers')
  if (!containers) return servicesAsProcesses(environment, rabbitmqUrl, own)
  // most runs have no use for what talks to Docker
  const { servicesAsContainers } = await import('../journeys/containers/services-as-containers.ts')
  return servicesAsContainers(environment, rabbitmqUrl, containers)
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
