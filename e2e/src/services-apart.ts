import { randomBytes } from 'node:crypto'
import { topology, type ServiceName } from '@appointments/contracts'
import { connectRabbitmq } from '@appointments/broker'
import { createLog } from '@appointments/runtime'
import { freeAddresses } from './addresses.ts'
import { ownVhost, type Rabbitmqctl } from './rabbitmq-vhost.ts'
import { emptyRedis, redisEntries } from './redis-entries.ts'
import type { Environment, Runner } from './runner.ts'

/** A service that runs outside this process. */
export interface RunningService {
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** Starts a service and resolves when it is ready at its address. */
export type Launch<Running extends RunningService> = (
  service: ServiceName,
  env: Environment,
  url: string,
) => Promise<Running>

/** Services outside this process that can be looked at. */
export interface ApartRunner<Running> extends Runner {
  /** @throws Error for a service that does not run */
  running: (service: ServiceName) => Running
}

/** Each service by itself, as it is deployed, against real servers. */
export async function servicesApart<Running extends RunningService>(
  env: Environment,
  {
    rabbitmqUrl,
    rabbitmqctl,
    launch,
  }: { rabbitmqUrl: string; rabbitmqctl?: Rabbitmqctl; launch: Launch<Running> },
): Promise<ApartRunner<Running>> {
  const vhost = await ownVhost(rabbitmqUrl, `e2e-${randomBytes(4).toString('hex')}`, rabbitmqctl)
  const addresses = await freeAddresses()
  const running = new Map<ServiceName, Running>()
  const end = async (name: ServiceName, signal: 'SIGTERM' | 'SIGKILL') => {
    const service = running.get(name)
    running.delete(name)
    await service?.end(signal)
  }
  return {
    gatewayUrl: addresses.urlOf('gateway'),
    urlOf: addresses.urlOf,
    metricsUrl: addresses.metricsUrl,
    running(name) {
      const service = running.get(name)
      if (!service) throw new Error(`${name} does not run`)
      return service
    },
    async start(name) {
      if (running.has(name)) return
      const environment = { ...env, RABBITMQ_URL: vhost.url, ...addresses.shared, ...addresses.ownOf(name) }
      running.set(name, await launch(name, environment, addresses.urlOf(name)))
    },
    stop: (name) => end(name, 'SIGTERM'),
    kill: (name) => end(name, 'SIGKILL'),
    emptyKeyValue: () => emptyRedis(env.REDIS_URL ?? ''),
    connectBroker: () =>
      connectRabbitmq({
        url: vhost.url,
        topology,
        connectionName: 'e2e',
        log: createLog('e2e', env.LOG_LEVEL),
      }),
    keyValueEntries: () => redisEntries(env.REDIS_URL ?? ''),
    async close() {
      for (const name of running.keys()) await end(name, 'SIGKILL')
      await vhost.drop()
    },
  }
}
