import { randomBytes } from 'node:crypto'
import type { ServiceName } from '@appointments/contracts'
import { freePort } from '@appointments/testing/free-port'
import { startBalancer, type Balancer } from './balancer.ts'
import { ownVhost } from './rabbitmq-vhost.ts'
import type { Environment } from './runner.ts'
import { services } from './service-names.ts'
import { launchProcess, type RunningProcess } from './services-as-processes.ts'

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
    running: Promise<RunningProcess> | undefined
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
        running: undefined,
      })
    }
    balancers[service] = await startBalancer(
      replicas.filter((replica) => replica.service === service).map(({ url }) => url),
    )
  }
  const environment = {
    ...env,
    RABBITMQ_URL: vhost.url,
    APPOINTMENTS_URL: balancers.appointments.url,
    PARTICIPANTS_URL: balancers.participants.url,
    NOTIFICATIONS_URL: balancers.notifications.url,
    PUBLIC_URL: balancers.gateway.url,
  }

  let closed = false
  const start = async (replica: (typeof replicas)[number]) => {
    // a test that ran out of time leaves no process behind
    if (closed) throw new Error('the services are closed')
    const { service, port, url } = replica
    replica.running = launchProcess(service, { ...environment, PORT: String(port) }, url)
    await replica.running
    await balancers[service].untilTaken(url)
  }

  const close = async () => {
    closed = true
    await Promise.allSettled(replicas.map(async ({ running }) => (await running)?.end('SIGKILL')))
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
        const { service } = replica
        const running = await replica.running
        if (!running) throw new Error(`${service} does not run`)
        const since = performance.now()
        await running.end('SIGTERM')
        ended.push({ service, status: await running.ended, withinMs: performance.now() - since })
        await start(replica)
      }
      return ended
    },
    close,
  }
}
