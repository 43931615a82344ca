import type { ServiceName } from '@appointments/contracts'
import { freeAddresses, whereServicesAre, type Addresses } from './addresses.ts'
import {
  backendsOfThisRun,
  databasesOfThisRun,
  imagesOfThisRun,
  type DatabaseUrls,
  type OwnBackends,
} from './backends.ts'
import { startBalancer, type Balancer } from './balancer.ts'
import { createInstance, type Instance } from './instance.ts'
import { inProcess, type Replacements } from './platforms/in-process.ts'
import type { Environment, Platform } from './platforms/platform.ts'
import { processes, type Programs } from './platforms/processes.ts'
import { services, type Program } from './service-names.ts'

/** How services run. */
export type How = Settings & (AsTheRunSays | InProcess | AsProcesses)

interface Settings {
  /** Settings of all services in addition to those of the backends. */
  env?: Environment
  /** Settings of one service, looked up at each of its starts. */
  envOf?: (service: ServiceName) => Environment
  /** Databases, broker and store of the services; fresh ones of this test run by default. */
  backends?: OwnBackends
  /** Settings of the web service, which runs only with them; `{}` if it needs no others. */
  web?: Environment
  /** Which services run; all by default. */
  only?: readonly ServiceName[]
  /** The addresses of the services; free ones by default. */
  addresses?: Addresses
}

/** Runs services as containers if the run has images, as processes if it has real servers, else in this process. */
interface AsTheRunSays {
  as?: undefined
}

/** Runs services in this process, with one broker and one store. */
interface InProcess extends Replacements, Replicated {
  as: 'functions'
}

/** Runs services as built programs with real servers. */
interface AsProcesses extends Programs, Replicated {
  as: 'processes'
}

interface Replicated {
  /**
   * Number of replicas of each of these services behind a balancer, two by default. Without this, one replica of each
   * runs at its own address.
   */
  replicas?: Partial<Record<Program, number>>
}

/** Running services. Each can be stopped and started again at the same address. */
export interface Services {
  gatewayUrl: string
  /** The address of a service. */
  urlOf: (service: Program) => string
  /** The address of a service's metrics. */
  metricsUrl: (service: ServiceName) => string
  /** Connection strings of the services' databases. */
  databases: DatabaseUrls
  /** One for each service, or one for each replica of it. */
  instances: readonly Instance[]
  /** Process id of a service. @throws Error unless it runs as a process */
  pid: (service: ServiceName) => number
  start: (service: Program) => Promise<void>
  stop: (service: Program) => Promise<void>
  /** Kills a service if it runs as a separate process, else stops it. */
  kill: (service: Program) => Promise<void>
  connectBroker: Platform['connectBroker']
  keyValueEntries: Platform['keyValueEntries']
  emptyKeyValue: Platform['emptyKeyValue']
  close: () => Promise<void>
}

/** Starts services. @throws Error if one does not become ready; then all are stopped */
export async function startServices(how: How = {}): Promise<Services> {
  const ownBackends =
    how.backends ?? (await (how.as === 'functions' ? databasesOfThisRun() : backendsOfThisRun(stateFor(how))))
  const environment = { ...ownBackends.environment, ...how.env }
  const platform = await platformFor(how, environment)
  const addresses = how.addresses ?? (await freeAddresses())
  const replicas = how.as === undefined ? undefined : how.replicas

  const instances: Instance[] = []
  const balancers: Partial<Record<Program, Balancer>> = {}
  const urlOf = (service: Program) => balancers[service]?.url ?? addresses.urlOf(service)
  const names: readonly Program[] = [...(how.only ?? services), ...(how.web ? (['web'] as const) : [])]
  for (const service of names) {
    const count = replicas ? (replicas[service] ?? 2) : 1
    const own = await Promise.all(
      Array.from({ length: count }, async (_, number) => {
        const { urlOf: at, ownOf } = number === 0 ? addresses : await freeAddresses()
        return createInstance(service, at(service), async () => {
          const env = {
            ...whereServicesAre(urlOf),
            ...(how.web && { WEB_URL: urlOf('web') }),
            ...environment,
            ...(service === 'web' && how.web),
            ...(service !== 'web' && how.envOf?.(service)),
            ...ownOf(service),
          }
          const running = await platform.launch(service, env, at(service))
          await balancers[service]?.untilReady(at(service))
          return running
        })
      }),
    )
    if (replicas) balancers[service] = await startBalancer(own.map(({ url }) => url))
    instances.push(...own)
  }
  const of = (service: Program) => instances.filter((one) => one.service === service)
  const end = (all: readonly Instance[], signal: 'SIGTERM' | 'SIGKILL') =>
    Promise.all(all.map((one) => one.end(signal)))
  const close = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    // the gateway ends first, because it calls the others
    await end(of('gateway'), signal)
    await end(instances, signal)
    await Promise.all(Object.values(balancers).map((balancer) => balancer.close()))
    await platform.close?.()
    if (!how.backends) await ownBackends.drop()
  }

  try {
    // the first replica of each service migrates its database
    await Promise.all(names.flatMap((service) => of(service).slice(0, 1)).map((one) => one.start()))
    await Promise.all(instances.map((one) => one.start()))
  } catch (error) {
    await close('SIGKILL')
    throw error
  }
  return {
    gatewayUrl: urlOf('gateway'),
    urlOf,
    metricsUrl: addresses.metricsUrl,
    databases: ownBackends.databases,
    instances,
    pid(service) {
      const pid = of(service)[0]?.running()?.pid
      if (pid === undefined) throw new Error(`${service} does not run as a process`)
      return pid
    },
    async start(service) {
      await Promise.all(of(service).map((one) => one.start()))
    },
    async stop(service) {
      await end(of(service), 'SIGTERM')
    },
    async kill(service) {
      await end(of(service), 'SIGKILL')
    },
    connectBroker: platform.connectBroker,
    keyValueEntries: platform.keyValueEntries,
    emptyKeyValue: platform.emptyKeyValue,
    close: () => close(),
  }
}

/** Images migrate their databases themselves, and their journeys test that. */
const stateFor = ({ as }: How) => (as === undefined && imagesOfThisRun() ? 'empty' : 'migrated')

async function platformFor(how: How, env: Environment): Promise<Platform> {
  if (how.as === 'functions') return inProcess(how)
  if (how.as === 'processes') return processes(env, how)
  const isReal = env.RABBITMQ_URL !== undefined && env.REDIS_URL !== undefined
  if (!isReal) return inProcess({})
  const images = imagesOfThisRun()
  if (!images) return processes(env, {})
  // loaded on demand, because most runs do not need Docker
  const { containers } = await import('./platforms/containers.ts')
  return containers(env, images)
}
