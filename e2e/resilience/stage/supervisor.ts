import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceName } from '@appointments/contracts'
import { signalTree } from '@appointments/testing'
import type { Environment } from '../../src/runner.ts'
import { launchProcess, type RunningProcess } from '../../src/services-as-processes.ts'

const START_AGAIN_MS = 100

/** What keeps the services of a stage running, as a cluster does. */
export interface Supervisor {
  /** Starts a service and keeps it running: one that ends is started again. */
  start: (service: ServiceName) => Promise<void>
  /** Lets a service end, by a signal, and leaves it so. */
  stop: (service: ServiceName, signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
  /** Ends a service without any warning; it is started again. */
  kill: (service: ServiceName) => Promise<void>
  pause: (service: ServiceName) => void
  resume: (service: ServiceName) => void
  /** Settings that a service gets beside the others from its next start on; none undoes them. */
  change: (service: ServiceName, env?: Environment) => void
  isUp: (service: ServiceName) => boolean
  /** Runs other programs from the next start on. */
  useTree: (tree: string) => void
  /** How often services were started again. */
  restarts: () => number
  close: () => Promise<void>
}

interface Supervised {
  /** Settings of a service. */
  envOf: (service: ServiceName) => Environment
  urlOf: (service: ServiceName) => string
  /** Where the built programs are. */
  tree: string
  /** An open file for what services write. */
  output: number
}

/** Runs services as processes, each at its own fixed address. */
export function supervise({ envOf, urlOf, tree: first, output }: Supervised): Supervisor {
  let tree = first
  const wanted = new Set<ServiceName>()
  const running = new Map<ServiceName, RunningProcess>()
  const starting = new Map<ServiceName, Promise<void>>()
  const changes = new Map<ServiceName, Environment>()
  let restarts = 0

  const launch = async (service: ServiceName): Promise<void> => {
    while (wanted.has(service)) {
      const env = { ...envOf(service), ...changes.get(service) }
      const launched = await launchProcess(service, env, urlOf(service), { tree, output }).catch(
        () => undefined,
      )
      if (!launched) {
        // what it needs to start may be away
        await pause(START_AGAIN_MS)
        continue
      }
      running.set(service, launched)
      void launched.ended.then(() => {
        if (running.get(service) === launched) running.delete(service)
        if (!wanted.has(service)) return
        restarts += 1
        setTimeout(() => void start(service), START_AGAIN_MS)
      })
      return
    }
  }
  const start = (service: ServiceName): Promise<void> => {
    wanted.add(service)
    if (running.has(service)) return Promise.resolve()
    const begun = starting.get(service) ?? launch(service).finally(() => starting.delete(service))
    starting.set(service, begun)
    return begun
  }
  const stop = async (service: ServiceName, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    wanted.delete(service)
    await starting.get(service)
    await running.get(service)?.end(signal)
    running.delete(service)
  }
  const signal = (service: ServiceName, name: NodeJS.Signals) => {
    const pid = running.get(service)?.pid
    if (pid !== undefined) signalTree(pid, name)
  }
  return {
    start,
    stop,
    async kill(service) {
      await running.get(service)?.end('SIGKILL')
    },
    pause: (service) => signal(service, 'SIGSTOP'),
    resume: (service) => signal(service, 'SIGCONT'),
    change(service, env) {
      if (env) changes.set(service, env)
      else changes.delete(service)
    },
    isUp: (service) => running.has(service) && !starting.has(service),
    useTree(other) {
      tree = other
    },
    restarts: () => restarts,
    async close() {
      await Promise.all([...wanted].map((service) => stop(service, 'SIGKILL')))
    },
  }
}
