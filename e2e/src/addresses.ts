import type { ServiceName } from '@appointments/contracts'
import { freePort } from '@appointments/testing/free-port'
import type { Environment } from './runner.ts'
import { services } from './service-names.ts'

/** Where the services of one system listen, and how each learns of it. */
export interface Addresses {
  urlOf: (service: ServiceName) => string
  metricsUrl: (service: ServiceName) => string
  /** Where to find the others. */
  shared: Environment
  /** Where to listen. */
  ownOf: (service: ServiceName) => Environment
}

/** Loopback addresses that nothing listens at. */
export async function freeAddresses(): Promise<Addresses> {
  const ports = {} as Record<ServiceName, { own: number; metrics: number }>
  for (const service of services) {
    ports[service] = { own: await freePort(), metrics: await freePort() }
  }
  const urlOf = (service: ServiceName) => `http://127.0.0.1:${ports[service].own}`
  return {
    urlOf,
    metricsUrl: (service) => `http://127.0.0.1:${ports[service].metrics}/metrics`,
    shared: {
      APPOINTMENTS_URL: urlOf('appointments'),
      PARTICIPANTS_URL: urlOf('participants'),
      NOTIFICATIONS_URL: urlOf('notifications'),
      PUBLIC_URL: urlOf('gateway'),
    },
    ownOf: (service) => ({
      PORT: String(ports[service].own),
      METRICS_PORT: String(ports[service].metrics),
    }),
  }
}
