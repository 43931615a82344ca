import { topology } from '@appointments/contracts'
import { config as appointments, createAppointments } from '@appointments/appointments-service'
import { config as availability, createAvailability } from '@appointments/availability-service'
import { createGateway, createInProcessKeyValue, readGatewayConfig } from '@appointments/gateway-service'
import { createInProcessBroker, type Broker } from '@appointments/broker'
import { config as notifications, createNotifications } from '@appointments/notifications-service'
import { config as participants, createParticipants } from '@appointments/participants-service'
import { createLog, readConfig, systemClock, type Clock, type Stoppable } from '@appointments/runtime'
import { untilReady } from '@appointments/testing/service-process'
import { config as web, createWeb } from '@appointments/web-service'
import type { Program } from '../service-names.ts'
import { mirrored } from './mirrored-key-value.ts'
import type { Environment, Platform } from './platform.ts'

/** Replacements for default dependencies of the services behind the gateway. */
export interface Replacements {
  clock?: Clock
  /** Wraps the broker that the services use. */
  broker?: (broker: Broker) => Broker
}

/** Services in this process, around one broker and one key-value store. */
export async function inProcess({
  clock,
  broker: replaced = (broker) => broker,
}: Replacements): Promise<Platform> {
  const hub = await createInProcessBroker({ topology })
  const shared: Broker = { ...hub, close: () => Promise.resolve() }
  let store = mirrored(createInProcessKeyValue(systemClock))
  // the gateway keeps its reference to the store, so the proxy changes its target instead
  const keyValue = new Proxy(store, { get: (_, name) => store[name as keyof typeof store] })
  const connected = (service: Exclude<Program, 'web'>, env: Environment) => ({
    connectBroker: () => Promise.resolve(service === 'gateway' ? shared : replaced(shared)),
    log: createLog(service, env.LOG_LEVEL),
    ...(clock && service !== 'gateway' && { clock }),
  })
  const create: Record<Program, (env: Environment) => Promise<Stoppable>> = {
    appointments: (env) => createAppointments(readConfig(appointments, env), connected('appointments', env)),
    participants: (env) => createParticipants(readConfig(participants, env), connected('participants', env)),
    notifications: (env) =>
      createNotifications(readConfig(notifications, env), connected('notifications', env)),
    availability: (env) => createAvailability(readConfig(availability, env), connected('availability', env)),
    web: (env) => createWeb(readConfig(web, env), { log: createLog('web', env.LOG_LEVEL) }),
    gateway: (env) => createGateway(readGatewayConfig(env), { ...connected('gateway', env), keyValue }),
  }
  return {
    async launch(service, env, url) {
      const running = await create[service](env)
      await untilReady(url, { exitCode: null, signalCode: null }).catch(async (error: unknown) => {
        await running.stop()
        throw error
      })
      return { end: () => running.stop() }
    },
    connectBroker: () => Promise.resolve(shared),
    keyValueEntries: () => Promise.resolve(keyValue.entries()),
    emptyKeyValue() {
      store = mirrored(createInProcessKeyValue(systemClock))
      return Promise.resolve()
    },
    close: () => hub.close(),
  }
}
