import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { endService, spawnService, untilReady } from '@appointments/testing/service-process'
import { REPOSITORY } from '../repository.ts'
import type { Environment, Platform } from './platform.ts'
import { realServers } from './real-servers.ts'

/** Which programs run, and to which file they write their output. */
export interface Programs {
  /** The tree whose built programs run, looked up at each start; this repository by default. */
  tree?: () => string
  /** An open file for their output; that of this process by default. */
  output?: number
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Each service as a process that ends with this one; a service that does not become ready is killed. */
export function processes(env: Environment, { tree = () => REPOSITORY, output }: Programs): Platform {
  return {
    ...realServers(env),
    async launch(service, own, url) {
      const program = `${tree()}/services/${service}/dist/main.js`
      const child = spawnService(program, { PATH: process.env.PATH, ...own }, output)
      children.add(child)
      const ended = once(child, 'exit').then(([status]) => status as number | null)
      const end = async (signal: NodeJS.Signals) => {
        await endService(child, signal)
        children.delete(child)
      }
      try {
        await untilReady(url, child)
      } catch (error) {
        await end('SIGKILL')
        throw error
      }
      return { pid: child.pid, ended, end }
    },
  }
}
