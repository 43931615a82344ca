import { config as appointments, createAppointments } from '@appointments/appointments-service'
import { createGateway, createInProcessKeyValue, readGatewayConfig } from '@appointments/gateway-service'
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
import { freePort } from '@appointments/testing/free-port'
import { startBackends } from './backends.ts'
import { banner } from './banner.ts'
import { checkEnvironment } from './check-environment.ts'
import { createDemo } from './demo.ts'
import { localDefaults, oneMachine } from './local-defaults.ts'
import { localSecrets } from './local-secrets.ts'

// a level that does not exist is reported with the other variables
const level = logLevels.find((one) => one === process.env.LOG_LEVEL) ?? 'warn'
const log = createLog('local', level)
let ready = ''

/** The whole system in one process: every service as it is, on embedded backends where no others are given. */
async function start() {
  const order = createStopOrder(log)
  try {
    const secrets = localSecrets()
    const port = process.env.PORT || '8080'
    await checkEnvironment({ ...localDefaults, ...process.env, ...secrets, ...oneMachine })
    const publicUrl = process.env.PUBLIC_URL || `http://127.0.0.1:${port}`
    const { databaseUrls, connectBroker, descriptions } = await startBackends(log, order)
    // services call each other, so the address of each is known before any of them starts
    const local = async () => `http://127.0.0.1:${await freePort()}`
    const addresses = {
      APPOINTMENTS_URL: await local(),
      PARTICIPANTS_URL: await local(),
      NOTIFICATIONS_URL: await local(),
    }
    const env = {
      ...localDefaults,
      ...process.env,
      ...secrets,
      ...databaseUrls,
      PUBLIC_URL: publicUrl,
      ...addresses,
      ...oneMachine,
    }
    const listeningAt = (url: string) => ({ ...env, PORT: new URL(url).port })
    const parts = (name: string) => ({ connectBroker, log: createLog(name, level) })
    const first = await createAppointments(
      readConfig(appointments, listeningAt(addresses.APPOINTMENTS_URL)),
      parts('appointments'),
    )
    order.onStop('appointments', () => first.stop())
    const [second, third] = await Promise.all([
      createParticipants(
        readConfig(participants, listeningAt(addresses.PARTICIPANTS_URL)),
        parts('participants'),
      ),
      createNotifications(
        readConfig(notifications, listeningAt(addresses.NOTIFICATIONS_URL)),
        parts('notifications'),
      ),
    ])
    order.onStop('participants', () => second.stop())
    order.onStop('notifications', () => third.stop())
    const door = await createGateway(readGatewayConfig({ ...env, PORT: port }), {
      ...parts('gateway'),
      ...(!process.env.REDIS_URL && { keyValue: createInProcessKeyValue(systemClock) }),
    })
    order.onStop('gateway', () => door.stop())
    await createDemo(door.url, secrets.JWT_SECRET, `${third.url}/dev/webhooks`)
    ready = banner(door.url, descriptions, secrets.JWT_SECRET)
    return { stop: () => order.stop() }
  } catch (error) {
    await order.stop()
    throw error
  }
}

await runUntilStopped({ name: 'local', log }, start)
// only now does Ctrl-C stop it in order
process.stdout.write(ready)
