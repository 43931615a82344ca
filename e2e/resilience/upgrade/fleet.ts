import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ServiceName } from '@appointments/contracts'
import { whereServicesAre } from '../../src/addresses.ts'
import type { OwnBackends } from '../../src/backends.ts'
import { balancedAddress, type BalancedAddress } from '../../src/balanced-address.ts'
import type { Environment } from '../../src/platforms/platform.ts'
import { owners, services } from '../../src/service-names.ts'
import { startServices, type Services } from '../../src/start-services.ts'
import { servicesIn } from './services-in.ts'

const run = promisify(execFile)

/** One instance of each service, all of one release. */
export interface Release {
  /** A separate gateway that reaches only the services of this release. */
  ownGatewayUrl: string
  /** How many requests each of its services has received. */
  served: () => Record<ServiceName, number>
  /** Removes each service from the fleet, then ends it. */
  retire: () => Promise<void>
}

/** Services at fixed addresses, whichever releases run. */
export interface Fleet {
  gatewayUrl: string
  /** Applies the migrations of a tree. @throws Error if the command fails */
  migrate: (tree: string) => Promise<void>
  /** Starts a release next to the running ones. */
  join: (tree: string, env?: Environment) => Promise<Release>
  close: () => Promise<void>
}

/** A fleet without services. */
export async function createFleet(backends: OwnBackends): Promise<Fleet> {
  const addresses = {} as Record<ServiceName, BalancedAddress>
  for (const service of services) addresses[service] = await balancedAddress()
  const behindAddresses = whereServicesAre((service) => addresses[service].url)
  const running = new Set<Services>()
  const start = async (tree: string, env: Environment, only?: ServiceName[]) => {
    const started = await startServices({
      as: 'processes',
      tree: () => tree,
      backends,
      env: { ...behindAddresses, ...env },
      ...(only && { only }),
    })
    running.add(started)
    return started
  }
  return {
    gatewayUrl: addresses.gateway.url,
    async migrate(tree) {
      for (const service of owners)
        await run(process.execPath, [`${tree}/services/${service}/dist/main.js`, 'migrate'], {
          env: backends.environment,
        })
    },
    async join(tree, env = {}) {
      const names = servicesIn(tree)
      const release = await start(tree, env, names)
      for (const service of names) addresses[service].add(release.urlOf(service))
      const { PUBLIC_URL: _, ...ofThisRelease } = whereServicesAre(release.urlOf)
      const ownGateway = await start(tree, { ...env, ...ofThisRelease }, ['gateway'])
      return {
        ownGatewayUrl: ownGateway.gatewayUrl,
        served: () => {
          const counts = names.map((one) => [one, addresses[one].served(release.urlOf(one))])
          return Object.fromEntries(counts) as Record<ServiceName, number>
        },
        async retire() {
          for (const service of names) {
            addresses[service].remove(release.urlOf(service))
            await release.stop(service)
          }
          await ownGateway.close()
        },
      }
    },
    async close() {
      await Promise.all([...running].map((one) => one.close()))
      await Promise.all(services.map((service) => addresses[service].close()))
    },
  }
}
