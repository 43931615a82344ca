import { topology, type ServiceName } from '@appointments/contracts'
import { config as appointments, createAppointments } from '@appointments/appointments-service'
import { createGateway, createInProcessKeyValue, readGatewayConfig } from '@appointments/gateway-service'
import { createInProcessBroker, type Broker } from '@appointments/broker'
import { config as notifications, createNotifications } from '@appointments/notifications-service'
import { config as participants, createParticipants } from '@appointments/participants-service'
import { createLog, readConfig, systemClock, type Clock, type Stoppable } from '@appointments/runtime'
import { freeAddresses } from './addresses.ts'
import { mirrored } from './mirrored-key-value.ts'
import type { Environment, OwnEnvironments, Runner } from './runner.ts'

interface Surroundings {
  /** The clock of the services behind the gateway. */
  clock?: Clock
  /** The broker as the services behind the gateway see it. */
  seen?: (broker: Broker) => Broker
}

/** All services in this process, around one broker and one key-value store. */
export async function servicesInProcess(
  env: Environment,
  own: OwnEnvironments = {},
  { clock, seen = (broker) => broker }: Surroundings = {},
): Promise<Runner> {
  const hub = await createInProcessBroker({ topology })
  const shared: Broker = { ...hub, close: () => Promise.resolve() }
  let store = mirrored(createInProcessKeyValue(systemClock))
  // the gateway keeps what it got, so what is behind it changes instead
  const keyValue = new Proxy(store, { get: (_, name) => store[name as keyof typeof store] })
  const addresses = await freeAddresses()
  const at = (name: ServiceName) => ({
    ...env,
    ...addresses.shared,
    ...own[name],
    ...addresses.ownOf(name),
  })
  const parts = (name: ServiceName) => ({
    connectBroker: () => Promise.resolve(name === 'gateway' ? shared : seen(shared)),
    log: createLog(name, env.LOG_LEVEL),
    ...(clock && name !== 'gateway' && { clock }),
  })
  const create: Record<ServiceName, () => Promise<Stoppable>> = {
    appointments: () =>
      createAppointments(readConfig(appointments, at('appointments')), parts('appointments')),
    participants: () =>
      createParticipants(readConfig(participants, at('participants')), parts('participants')),
    notifications: () =>
      createNotifications(readConfig(notifications, at('notifications')), parts('notifications')),
    gateway: () => createGateway(readGatewayConfig(at('gateway')), { ...parts('gateway'), keyValue }),
  }
  const running = new Map<ServiceName, Stoppable>()
  const end = async (name: ServiceName) => {
    await running.get(name)?.stop()
    running.delete(name)
  }
  return {
    gatewayUrl: addresses.urlOf('gateway'),
    urlOf: addresses.urlOf,
    metricsUrl: addresses.metricsUrl,
    async start(name) {
      if (!running.has(name)) running.set(name, await create[name]())
    },
    stop: end,
    kill: end,
    emptyKeyValue() {
      store = mirrored(createInProcessKeyValue(systemClock))
      return Promise.resolve()
    },
    connectBroker: () => Promise.resolve(shared),
    keyValueEntries: () => Promise.resolve(keyValue.entries()),
    close: () => hub.close(),
  }
}
