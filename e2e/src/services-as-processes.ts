import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ServiceName } from '@appointments/contracts'
import { endService, spawnService, untilReady } from '@appointments/runtime'
import type { Environment, OwnEnvironments, Runner } from './runner.ts'
import { servicesApart, type RunningService } from './services-apart.ts'

interface RunningProcess extends RunningService {
  pid: number | undefined
}

/** Services whose processes can be looked at. */
export interface ProcessRunner extends Runner {
  /** @throws Error for a service that does not run */
  pid: (service: ServiceName) => number
}

const repository = fileURLToPath(new URL('../..', import.meta.url))

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Runs the built program of a service, of this tree unless another one is given; it ends with this process. */
export async function launchProcess(
  service: ServiceName,
  env: Environment,
  url: string,
  tree = repository,
): Promise<RunningProcess> {
  const child = spawnService(`${tree}/services/${service}/dist/main.js`, { PATH: process.env.PATH, ...env })
  children.add(child)
  await untilReady(url, child)
  return {
    pid: child.pid,
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
