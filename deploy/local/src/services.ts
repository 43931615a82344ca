import { fileURLToPath } from 'node:url'
import { createLog, createStopOrder, runUntilStopped } from '@appointments/runtime'
import { freePort } from '@appointments/testing/free-port'
import { endService, spawnService, untilReady } from '@appointments/testing/service-process'
import { banner } from './banner.ts'
import { databaseVariables, ensureDatabase } from './databases.ts'
import { checkEnvironment } from './check-environment.ts'
import { createDemo } from './demo.ts'
import { gatewayAddress, insideMachine, localDefaults, oneMachine } from './local-defaults.ts'
import { issuerSettings, startLocalIssuer } from './local-issuer.ts'
import { localSecrets } from './local-secrets.ts'
import { readLikeServices } from './read-like-services.ts'

readLikeServices()

const log = createLog('local')
let ready = ''
const services = ['appointments', 'participants', 'notifications', 'availability', 'web', 'gateway'] as const
type Service = (typeof services)[number]

const program = (service: Service) =>
  fileURLToPath(new URL(`../../../services/${service}/dist/main.js`, import.meta.url))

/** Starts each service as a process, on real servers. */
async function start() {
  const order = createStopOrder(log)
  const secrets = localSecrets()
  const { PORT: port = '8080' } = process.env
  await checkEnvironment({ ...localDefaults, ...process.env, ...secrets, ...oneMachine })
  const ports: Record<Service, string> = {
    appointments: String(await freePort()),
    participants: String(await freePort()),
    notifications: String(await freePort()),
    availability: String(await freePort()),
    web: String(await freePort()),
    gateway: port,
  }
  const url = (service: Service) =>
    service === 'gateway' ? gatewayAddress(process.env) : `http://127.0.0.1:${ports[service]}`
  const issuer = await startLocalIssuer(process.env.PUBLIC_URL ?? url('gateway'))
  if (issuer) order.onStop('issuer', issuer.stop)
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
    ...oneMachine,
    APPOINTMENTS_URL: url('appointments'),
    PARTICIPANTS_URL: url('participants'),
    NOTIFICATIONS_URL: url('notifications'),
    AVAILABILITY_URL: url('availability'),
    WEB_URL: url('web'),
    ...issuerSettings(issuer),
  }
  await Promise.all(
    Object.values(databaseVariables).map((variable) => ensureDatabase(variable, env[variable] ?? '')),
  )
  try {
    for (const service of services) {
      const listening = { ...(service !== 'gateway' && insideMachine), PORT: ports[service] }
      const child = spawnService(program(service), { ...env, ...listening })
      order.onStop(service, () => endService(child))
      await untilReady(url(service), child)
    }
    await createDemo(url('gateway'), secrets.JWT_SECRET, `${url('notifications')}/dev/webhooks`)
    ready = banner(url('gateway'), ['PostgreSQL', 'RabbitMQ', 'Redis'], secrets.JWT_SECRET)
    return { stop: () => order.stop() }
  } catch (error) {
    await order.stop()
    throw error
  }
}

await runUntilStopped({ name: 'local', log }, start)
// printed last: from here on Ctrl-C stops the services in order
process.stdout.write(ready)
