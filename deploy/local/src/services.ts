import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createLog, createStopOrder, runUntilStopped } from '@appointments/runtime'
import { banner } from './banner.ts'
import { databaseVariables, ensureDatabase } from './databases.ts'
import { createDemo } from './demo.ts'
import { localDefaults } from './local-defaults.ts'
import { localSecrets } from './local-secrets.ts'

const log = createLog('local')
const READY_WITHIN_MS = 30_000
const services = ['appointments', 'participants', 'notifications', 'gateway'] as const
type Service = (typeof services)[number]

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A service as a process of its own. It is stopped with SIGTERM and has time to finish. */
function run(service: Service, env: NodeJS.ProcessEnv): ChildProcess {
  const program = fileURLToPath(new URL(`../../../services/${service}/dist/main.js`, import.meta.url))
  return spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit'] })
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const limit = Date.now() + READY_WITHIN_MS
  while (Date.now() < limit) {
    if (child.exitCode !== null) throw new Error(`a service ended with status ${child.exitCode}`)
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no service was ready at ${url}`)
}

/** The four services as processes against real servers. */
async function start() {
  const order = createStopOrder(log)
  const secrets = localSecrets()
  const port = process.env.PORT || '8080'
  const ports: Record<Service, string> = {
    appointments: String(await freePort()),
    participants: String(await freePort()),
    notifications: String(await freePort()),
    gateway: port,
  }
  const url = (service: Service) => `http://127.0.0.1:${ports[service]}`
  const env: NodeJS.ProcessEnv = {
    ...localDefaults,
    RABBITMQ_URL: 'amqp://guest:guest@127.0.0.1:5672',
    REDIS_URL: 'redis://127.0.0.1:6379',
    PUBLIC_URL: url('gateway'),
    ...Object.fromEntries(
      Object.entries(databaseVariables).map(([name, variable]) => [
        variable,
        `postgres://postgres@127.0.0.1:5432/${name}`,
      ]),
    ),
    ...process.env,
    ...secrets,
    APPOINTMENTS_URL: url('appointments'),
    PARTICIPANTS_URL: url('participants'),
    NOTIFICATIONS_URL: url('notifications'),
  }
  await Promise.all(Object.values(databaseVariables).map((variable) => ensureDatabase(env[variable] ?? '')))
  try {
    for (const service of services) {
      const child = run(service, { ...env, PORT: ports[service] })
      order.onStop(service, () => ended(child))
      await ready(url(service), child)
    }
    await createDemo(url('gateway'), secrets.JWT_SECRET, `${url('notifications')}/dev/webhooks`)
    process.stdout.write(banner(url('gateway'), ['PostgreSQL', 'RabbitMQ', 'Redis'], secrets.JWT_SECRET))
    return { stop: () => order.stop() }
  } catch (error) {
    await order.stop()
    throw error
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

await runUntilStopped(start, log)
