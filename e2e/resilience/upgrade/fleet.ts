import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ServiceName } from '@appointments/contracts'
import { freePort } from '@appointments/testing/free-port'
import { balancedAddress, type BalancedAddress } from '../../src/balanced-address.ts'
import type { Environment } from '../../src/runner.ts'
import { owners, services } from '../../src/service-names.ts'
import { launchProcess } from '../../src/services-as-processes.ts'
import type { RunningService } from '../../src/services-apart.ts'

const run = promisify(execFile)

/** One instance of each service, all of one release. */
export interface Release {
  /** A gateway beside the fleet that reaches the services of this release only. */
  ownGatewayUrl: string
  /** How many requests each of its services has been given. */
  served: () => Record<ServiceName, number>
  /** Takes each service out of the fleet, then ends it. */
  retire: () => Promise<void>
}

/** Services behind addresses that stay, whichever releases run. */
export interface Fleet {
  gatewayUrl: string
  /** Applies the migrations of a tree. @throws Error where the command fails */
  migrate: (tree: string) => Promise<void>
  /** Starts a release beside what runs. */
  join: (tree: string, env?: Environment) => Promise<Release>
  close: () => Promise<void>
}

/** A fleet without any service yet. */
export async function createFleet(environment: Environment): Promise<Fleet> {
  const addresses = {} as Record<ServiceName, BalancedAddress>
  for (const service of services) addresses[service] = await balancedAddress()
  const running = new Set<RunningService>()
  const launch = async (tree: string, service: ServiceName, env: Environment) => {
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    const launched = await launchProcess(service, { ...env, PORT: port }, url, { tree })
    running.add(launched)
    return { url, end: () => launched.end('SIGTERM').then(() => running.delete(launched)) }
  }
  const addressed = {
    ...environment,
    APPOINTMENTS_URL: addresses.appointments.url,
    PARTICIPANTS_URL: addresses.participants.url,
    NOTIFICATIONS_URL: addresses.notifications.url,
    PUBLIC_URL: addresses.gateway.url,
  }
  return {
    gatewayUrl: addresses.gateway.url,
    async migrate(tree) {
      for (const service of owners)
        await run(process.execPath, [`${tree}/services/${service}/dist/main.js`, 'migrate'], {
          env: environment,
        })
    },
    async join(tree, env = {}) {
      const instances = {} as Record<ServiceName, Awaited<ReturnType<typeof launch>>>
      for (const service of services) {
        instances[service] = await launch(tree, service, { ...addressed, ...env })
        addresses[service].add(instances[service].url)
      }
      const ownGateway = await launch(tree, 'gateway', {
        ...addressed,
        ...env,
        APPOINTMENTS_URL: instances.appointments.url,
        PARTICIPANTS_URL: instances.participants.url,
        NOTIFICATIONS_URL: instances.notifications.url,
      })
      return {
        ownGatewayUrl: ownGateway.url,
        served: () => {
          const counts = services.map((one) => [one, addresses[one].served(instances[one].url)])
          return Object.fromEntries(counts) as Record<ServiceName, number>
        },
        async retire() {
          for (const service of services) {
            addresses[service].remove(instances[service].url)
            await instances[service].end()
          }
          await ownGateway.end()
        },
      }
    },
    async close() {
      await Promise.all([...running].map((one) => one.end('SIGKILL')))
      await Promise.all(services.map((service) => addresses[service].close()))
    },
  }
}
