import { config as appointments, createAppointments } from '@appointments/appointments-service'
import { createGateway, createInProcessKeyValue, readGatewayConfig } from '@appointments/gateway-service'
import { config as availability, createAvailability } from '@appointments/availability-service'
import { config as notifications, createNotifications } from '@appointments/notifications-service'
import { config as participants, createParticipants } from '@appointments/participants-service'
import {
  createLog,
  createStopOrder,
  logLevels,
  readConfig,
  runUntilStopped,
  systemClock,
} from '@appointments/runtime'
import { config as web, createWeb } from '@appointments/web-service'
import { freePort } from '@appointments/testing/free-port'
import { startBackends } from './backends.ts'
import { banner } from './banner.ts'
import { checkEnvironment } from './check-environment.ts'
import { createDemo } from './demo.ts'
import { demoTenant } from './demo-tenant.ts'
import { gatewayAddress, insideMachine, localDefaults, oneMachine } from './local-defaults.ts'
import { issuerSettings, startLocalIssuer } from './local-issuer.ts'
import { localSecrets } from './local-secrets.ts'
import { readLikeServices } from './read-like-services.ts'

readLikeServices()

// an unknown level is reported together with the other wrong variables
const level = logLevels.find((one) => one === process.env.LOG_LEVEL) ?? 'warn'
const log = createLog('local', level)
let ready = ''

/** Starts all services in one process, on embedded back ends unless the environment names others. */
async function start() {
  const order = createStopOrder(log)
  try {
    const secrets = localSecrets()
    const { PORT: port = '8080' } = process.env
    await checkEnvironment({ ...localDefaults, ...process.env, ...secrets, ...oneMachine })
    const publicUrl = process.env.PUBLIC_URL ?? gatewayAddress(process.env)
    const { databaseUrls, connectBroker, descriptions } = await startBackends(log, order)
    const issuer = await startLocalIssuer(publicUrl)
    if (issuer) order.onStop('issuer', issuer.stop)
    // services call each other, so every address is chosen before the first service starts
    const local = async () => `http://127.0.0.1:${await freePort()}`
    const addresses = {
      APPOINTMENTS_URL: await local(),
      PARTICIPANTS_URL: await local(),
      NOTIFICATIONS_URL: await local(),
      AVAILABILITY_URL: await local(),
      WEB_URL: await local(),
    }
    const env = {
      ...localDefaults,
      ...process.env,
      ...secrets,
      ...databaseUrls,
      PUBLIC_URL: publicUrl,
      ...addresses,
      ...issuerSettings(issuer),
      ...oneMachine,
    }
    const listeningAt = (url: string) => ({ ...env, ...insideMachine, PORT: new URL(url).port })
    const overrides = (name: string) => ({ connectBroker, log: createLog(name, level) })
    const appointmentsService = await createAppointments(
      readConfig(appointments, listeningAt(addresses.APPOINTMENTS_URL)),
      overrides('appointments'),
    )
    order.onStop('appointments', () => appointmentsService.stop())
    const [participantsService, notificationsService, availabilityService, webService] = await Promise.all([
      createParticipants(
        readConfig(participants, listeningAt(addresses.PARTICIPANTS_URL)),
        overrides('participants'),
      ),
      createNotifications(
        readConfig(notifications, listeningAt(addresses.NOTIFICATIONS_URL)),
        overrides('notifications'),
      ),
      createAvailability(
        readConfig(availability, listeningAt(addresses.AVAILABILITY_URL)),
        overrides('availability'),
      ),
      createWeb(
        readConfig(web, { DEMO_APPLICATION: demoTenant().advice, ...listeningAt(addresses.WEB_URL) }),
        { log: createLog('web', level) },
      ),
    ])
    order.onStop('participants', () => participantsService.stop())
    order.onStop('notifications', () => notificationsService.stop())
    order.onStop('availability', () => availabilityService.stop())
    order.onStop('web', () => webService.stop())
    const door = await createGateway(readGatewayConfig({ ...env, PORT: port }), {
      ...overrides('gateway'),
      ...(!process.env.REDIS_URL && { keyValue: createInProcessKeyValue(systemClock) }),
    })
    order.onStop('gateway', () => door.stop())
    await createDemo(door.url, secrets.JWT_SECRET, `${notificationsService.url}/dev/webhooks`)
    ready = banner(door.url, descriptions, secrets.JWT_SECRET)
    return { stop: () => order.stop() }
  } catch (error) {
    await order.stop()
    throw error
  }
}

await runUntilStopped({ name: 'local', log }, start)
// printed last: from here on Ctrl-C stops the services in order
process.stdout.write(ready)
