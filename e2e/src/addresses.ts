import type { ServiceName } from '@appointments/contracts'
import { freePort } from '@appointments/testing/free-port'
import type { Environment } from './platforms/platform.ts'
import { services } from './service-names.ts'

/** The addresses of the services of one system. */
export interface Addresses {
  urlOf: (service: ServiceName) => string
  metricsUrl: (service: ServiceName) => string
  /** Settings that make a service listen at its address. */
  ownOf: (service: ServiceName) => Environment
}

/** Settings with the addresses of the services. */
export const whereServicesAre = (urlOf: Addresses['urlOf']): Environment => ({
  APPOINTMENTS_URL: urlOf('appointments'),
  PARTICIPANTS_URL: urlOf('participants'),
  NOTIFICATIONS_URL: urlOf('notifications'),
  AVAILABILITY_URL: urlOf('availability'),
  PUBLIC_URL: urlOf('gateway'),
})

/** Unused loopback addresses. */
export async function freeAddresses(): Promise<Addresses> {
  const ports = {} as Record<ServiceName, { own: number; metrics: number }>
  for (const service of services) {
    ports[service] = { own: await freePort(), metrics: await freePort() }
  }
  const urlOf = (service: ServiceName) => `http://127.0.0.1:${ports[service].own}`
  return {
    urlOf,
    metricsUrl: (service) => `http://127.0.0.1:${ports[service].metrics}/metrics`,
    ownOf: (service) => ({
      PORT: String(ports[service].own),
      METRICS_PORT: String(ports[service].metrics),
    }),
  }
}
