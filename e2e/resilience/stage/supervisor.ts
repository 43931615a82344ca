import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceName } from '@appointments/contracts'
import { signalTree } from '@appointments/testing'
import type { Environment } from '../../src/platforms/platform.ts'
import type { Addresses } from '../../src/addresses.ts'
import type { OwnBackends } from '../../src/backends.ts'
import type { Instance } from '../../src/instance.ts'
import { services } from '../../src/service-names.ts'
import { startServices } from '../../src/start-services.ts'

const START_AGAIN_MS = 100

/** Keeps the services of a stage running, as a cluster does. */
export interface Supervisor {
  /** Starts a service and restarts it whenever it ends. */
  start: (service: ServiceName) => Promise<void>
  /** Stops a service by a signal, without a restart. */
  stop: (service: ServiceName, signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
  /** Kills a service; it is restarted. */
  kill: (service: ServiceName) => Promise<void>
  /** Sends a signal to a service that runs. */
  signal: (service: ServiceName, name: NodeJS.Signals) => void
  pause: (service: ServiceName) => void
  resume: (service: ServiceName) => void
  /** Settings added to those of a service from its next start on; without any, earlier ones are removed. */
  change: (service: ServiceName, env?: Environment) => void
  isUp: (service: ServiceName) => boolean
  /** Runs the programs of another tree from the next start on. */
  useTree: (tree: string) => void
  /** How often services were restarted. */
  restarts: () => number
  /** How many processes were ended by a signal although they were meant to keep running. */
  kills: () => number
  close: () => Promise<void>
}

interface Supervised {
  /** Settings of a service. */
  envOf: (service: ServiceName) => Environment
  addresses: Addresses
  backends: OwnBackends
  /** The tree of the built programs. */
  tree: string
  /** An open file for the output of services. */
  output: number
}

/** Runs services as processes, each at a fixed address, and restarts those that end. */
export async function supervise({ envOf, tree: first, ...where }: Supervised): Promise<Supervisor> {
  let tree = first
  const changes = new Map<ServiceName, Environment>()
  const { instances } = await startServices({
    as: 'processes',
    ...where,
    tree: () => tree,
    envOf: (service) => ({ ...envOf(service), ...changes.get(service) }),
  })
  const wanted = new Set<ServiceName>()
  const starting = new Map<ServiceName, Promise<void>>()
  let restarts = 0
  let kills = 0

  const instanceOf = (name: ServiceName): Instance => instances.find(({ service }) => service === name)!
  const launch = async (service: ServiceName): Promise<void> => {
    while (wanted.has(service)) {
      const isUp = await instanceOf(service)
        .start()
        .then(
          () => true,
          () => false,
        )
      if (isUp) {
        watch(service)
        return
      }
      // servers it needs to start may be down
      await pause(START_AGAIN_MS)
    }
  }
  const watch = (service: ServiceName) => {
    void instanceOf(service)
      .running()
      ?.ended?.then((status) => {
        if (!wanted.has(service)) return
        restarts += 1
        if (status === null) kills += 1
        setTimeout(() => void start(service), START_AGAIN_MS)
      })
  }
  const start = (service: ServiceName): Promise<void> => {
    const isWatched = wanted.has(service) && instanceOf(service).running() !== undefined
    wanted.add(service)
    if (isWatched) return Promise.resolve()
    const begun = starting.get(service) ?? launch(service).finally(() => starting.delete(service))
    starting.set(service, begun)
    return begun
  }
  const stop = async (service: ServiceName, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    wanted.delete(service)
    await starting.get(service)
    await instanceOf(service).end(signal)
  }
  const signal = (service: ServiceName, name: NodeJS.Signals) => {
    const pid = instanceOf(service).running()?.pid
    if (pid !== undefined) signalTree(pid, name)
  }
  await Promise.all(services.map(start))
  return {
    start,
    stop,
    async kill(service) {
      await instanceOf(service).running()?.end('SIGKILL')
    },
    signal,
    pause: (service) => signal(service, 'SIGSTOP'),
    resume: (service) => signal(service, 'SIGCONT'),
    change(service, env) {
      if (env) changes.set(service, env)
      else changes.delete(service)
    },
    isUp: (service) => instanceOf(service).running() !== undefined && !starting.has(service),
    useTree(other) {
      tree = other
    },
    restarts: () => restarts,
    kills: () => kills,
    async close() {
      await Promise.all([...wanted].map((service) => stop(service, 'SIGKILL')))
    },
  }
}
