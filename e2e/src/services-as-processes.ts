import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { topology, type ServiceName } from '@appointments/contracts'
import { connectRabbitmq } from '@appointments/messaging'
import { createLog, endService, freePort, spawnService, untilReady } from '@appointments/runtime'
import { ownVhost } from './rabbitmq-vhost.ts'
import { emptyRedis, redisEntries } from './redis-entries.ts'
import type { Environment, Runner } from './runner.ts'

/** Services whose processes can be looked at. */
export interface ProcessRunner extends Runner {
  /** @throws Error for a service that does not run */
  pid: (service: ServiceName) => number
}

/** Each service as a process of its own, as it is deployed, against real servers. */
export async function servicesAsProcesses(env: Environment, rabbitmqUrl: string): Promise<ProcessRunner> {
  const vhost = await ownVhost(rabbitmqUrl, `e2e-${randomBytes(4).toString('hex')}`)
  const ports = {} as Record<ServiceName, number>
  for (const name of ['appointments', 'participants', 'notifications', 'gateway'] as const)
    ports[name] = await freePort()
  const url = (name: ServiceName) => `http://127.0.0.1:${ports[name]}`
  const all = {
    ...env,
    RABBITMQ_URL: vhost.url,
    APPOINTMENTS_URL: url('appointments'),
    PARTICIPANTS_URL: url('participants'),
    NOTIFICATIONS_URL: url('notifications'),
    PUBLIC_URL: url('gateway'),
  }
  const running = new Map<ServiceName, ChildProcess>()
  const killAll = () => {
    for (const child of running.values()) child.kill('SIGKILL')
  }
  process.once('exit', killAll)

  const end = async (name: ServiceName, signal: NodeJS.Signals) => {
    const child = running.get(name)
    running.delete(name)
    if (child) await endService(child, signal)
  }

  return {
    gatewayUrl: url('gateway'),
    pid(name) {
      const pid = running.get(name)?.pid
      if (pid === undefined) throw new Error(`${name} does not run`)
      return pid
    },
    async start(name) {
      if (running.has(name)) return
      const program = fileURLToPath(new URL(`../../services/${name}/dist/main.js`, import.meta.url))
      const environment = { PATH: process.env.PATH, ...all, PORT: String(ports[name]) }
      const child = spawnService(program, environment)
      running.set(name, child)
      await untilReady(url(name), child)
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
      killAll()
      process.off('exit', killAll)
      await vhost.drop()
    },
  }
}
