import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { ServiceName } from '@appointments/contracts'
import { endService, freePort, spawnService, untilReady } from '@appointments/runtime'
import { startBalancer, type Balancer } from './balancer.ts'
import { ownVhost } from './rabbitmq-vhost.ts'
import type { Environment } from './runner.ts'

const services = ['appointments', 'participants', 'notifications', 'gateway'] as const

/** How a replica ended that was told to stop. */
export interface Ended {
  service: ServiceName
  status: number | null
  withinMs: number
}

/**
 * Every service as several processes behind a balancer.
 * @param counts how many of each; two of those it does not name
 */
export async function replicatedServices(
  env: Environment,
  rabbitmqUrl: string,
  counts: Partial<Record<ServiceName, number>> = {},
) {
  const vhost = await ownVhost(rabbitmqUrl, `e2e-${randomBytes(4).toString('hex')}`)
  const replicas: {
    service: ServiceName
    isFirst: boolean
    port: number
    url: string
    child: ChildProcess | undefined
  }[] = []
  const balancers = {} as Record<ServiceName, Balancer>
  for (const service of services) {
    for (let count = 0; count < (counts[service] ?? 2); count += 1) {
      const port = await freePort()
      replicas.push({
        service,
        isFirst: count === 0,
        port,
        url: `http://127.0.0.1:${port}`,
        child: undefined,
      })
    }
    balancers[service] = await startBalancer(
      replicas.filter((replica) => replica.service === service).map(({ url }) => url),
    )
  }
  const environment = {
    PATH: process.env.PATH,
    ...env,
    RABBITMQ_URL: vhost.url,
    APPOINTMENTS_URL: balancers.appointments.url,
    PARTICIPANTS_URL: balancers.participants.url,
    NOTIFICATIONS_URL: balancers.notifications.url,
    PUBLIC_URL: balancers.gateway.url,
  }
  const killAll = () => replicas.forEach(({ child }) => child?.kill('SIGKILL'))
  process.once('exit', killAll)

  let closed = false
  const start = async (replica: (typeof replicas)[number]) => {
    // a test that ran out of time leaves no process behind
    if (closed) throw new Error('the services are closed')
    const program = fileURLToPath(new URL(`../../services/${replica.service}/dist/main.js`, import.meta.url))
    const child = spawnService(program, { ...environment, PORT: String(replica.port) })
    replica.child = child
    await untilReady(replica.url, child)
    await balancers[replica.service].untilTaken(replica.url)
  }

  const close = async () => {
    closed = true
    killAll()
    process.off('exit', killAll)
    await Promise.all(Object.values(balancers).map((balancer) => balancer.close()))
    await vhost.drop()
  }

  try {
    // the first of each declares and migrates, which is slow where several do it at once
    for (const replica of replicas.filter(({ isFirst }) => isFirst)) await start(replica)
    await Promise.all(replicas.filter(({ isFirst }) => !isFirst).map(start))
  } catch (error) {
    await close()
    throw error
  }

  return {
    gatewayUrl: balancers.gateway.url,
    /** Stops and starts every replica, one after another, each time waiting until it gets connections again. */
    async restartAll(): Promise<Ended[]> {
      const ended: Ended[] = []
      for (const replica of replicas) {
        const { service, child } = replica
        if (!child) throw new Error(`${service} does not run`)
        const since = performance.now()
        await endService(child)
        ended.push({ service, status: child.exitCode, withinMs: performance.now() - since })
        await start(replica)
      }
      return ended
    },
    close,
  }
}
