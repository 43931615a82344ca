import { config as appointments, createAppointments } from '@appointments/appointments-service'
import { createGateway, createInProcessKeyValue, readGatewayConfig } from '@appointments/gateway-service'
import { config as notifications, createNotifications } from '@appointments/notifications-service'
import { config as participants, createParticipants } from '@appointments/participants-service'
import { createLog, createStopOrder, readConfig, runUntilStopped, systemClock } from '@appointments/runtime'
import { startBackends } from './backends.ts'
import { banner } from './banner.ts'
import { createDemo } from './demo.ts'
import { localDefaults, oneMachine } from './local-defaults.ts'
import { localSecrets } from './local-secrets.ts'

const level = process.env.LOG_LEVEL ?? 'warn'
const log = createLog('local', level)

/** The whole system in one process: every service as it is, on embedded backends where no others are given. */
async function start() {
  const order = createStopOrder(log)
  try {
    const secrets = localSecrets()
    const port = process.env.PORT || '8080'
    const publicUrl = process.env.PUBLIC_URL || `http://127.0.0.1:${port}`
    const { databaseUrls, connectBroker, descriptions } = await startBackends(log, order)
    const env = {
      ...localDefaults,
      ...process.env,
      ...secrets,
      ...databaseUrls,
      PUBLIC_URL: publicUrl,
      PORT: '0',
      ...oneMachine,
    }
    const parts = (name: string) => ({ connectBroker, log: createLog(name, level) })
    const first = await createAppointments(readConfig(appointments, env), parts('appointments'))
    order.onStop('appointments', () => first.stop())
    const withAppointments = { ...env, APPOINTMENTS_URL: first.url }
    const [second, third] = await Promise.all([
      createParticipants(readConfig(participants, withAppointments), parts('participants')),
      createNotifications(readConfig(notifications, env), parts('notifications')),
    ])
    order.onStop('participants', () => second.stop())
    order.onStop('notifications', () => third.stop())
    const gatewayEnv = {
      ...withAppointments,
      PORT: port,
      PARTICIPANTS_URL: second.url,
      NOTIFICATIONS_URL: third.url,
    }
    const door = await createGateway(readGatewayConfig(gatewayEnv), {
      ...parts('gateway'),
      ...(!process.env.REDIS_URL && { keyValue: createInProcessKeyValue(systemClock) }),
    })
    order.onStop('gateway', () => door.stop())
    await createDemo(door.url, secrets.JWT_SECRET, `${third.url}/dev/webhooks`)
    process.stdout.write(banner(door.url, descriptions, secrets.JWT_SECRET))
    return { stop: () => order.stop() }
  } catch (error) {
    await order.stop()
    throw error
  }
}

await runUntilStopped(start, log)
