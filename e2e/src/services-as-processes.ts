import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { ServiceName } from '@appointments/contracts'
import { endService, spawnService, untilReady } from '@appointments/testing/service-process'
import { REPOSITORY } from './repository.ts'
import type { Environment, OwnEnvironments, Runner } from './runner.ts'
import { servicesApart, type RunningService } from './services-apart.ts'

/** A service as a process. */
export interface RunningProcess extends RunningService {
  pid: number | undefined
  /** Resolves with its status when it is gone, whoever ended it; null where a signal did. */
  ended: Promise<number | null>
}

interface Launching {
  /** Where the built programs are; this repository unless another tree is given. */
  tree?: string
  /** An open file that it writes to; where this process writes, unless given. */
  output?: number
}

/** Services whose processes can be looked at. */
export interface ProcessRunner extends Runner {
  /** @throws Error for a service that does not run */
  pid: (service: ServiceName) => number
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/**
 * Runs the built program of a service; it ends with this process.
 * @throws Error where it does not become ready, and then it is gone
 */
export async function launchProcess(
  service: ServiceName,
  env: Environment,
  url: string,
  { tree = REPOSITORY, output }: Launching = {},
): Promise<RunningProcess> {
  const program = `${tree}/services/${service}/dist/main.js`
  const child = spawnService(program, { PATH: process.env.PATH, ...env }, output)
  children.add(child)
  const ended = once(child, 'exit').then(([status]) => status as number | null)
  try {
    await untilReady(url, child)
  } catch (error) {
    await endService(child, 'SIGKILL')
    children.delete(child)
    throw error
  }
  return {
    pid: child.pid,
    ended,
    async end(signal) {
      await endService(child, signal)
      children.delete(child)
    },
  }
}

/** Each service as a process of its own, against real servers. */
export async function servicesAsProcesses(
  env: Environment,
  rabbitmqUrl: string,
  own: OwnEnvironments = {},
): Promise<ProcessRunner> {
  const runner = await servicesApart(env, {
    rabbitmqUrl,
    launch: (service, given, url) => launchProcess(service, { ...given, ...own[service] }, url),
  })
  return {
    ...runner,
    pid(service) {
      const { pid } = runner.running(service)
      if (pid === undefined) throw new Error(`${service} does not run`)
      return pid
    },
  }
}
