import type { ServiceName } from '@appointments/contracts'
import { freePort } from '@appointments/testing/free-port'
import type { Environment } from './platforms/platform.ts'
import { services, type Program } from './service-names.ts'

/** The addresses of the services of one system. */
export interface Addresses {
  urlOf: (service: Program) => string
  metricsUrl: (service: Program) => string
  /** Settings that make a service listen at its address. */
  ownOf: (service: Program) => Environment
}

/** Settings with the addresses of the services. */
export const whereServicesAre = (urlOf: (service: ServiceName) => string): Environment => ({
  APPOINTMENTS_URL: urlOf('appointments'),
  PARTICIPANTS_URL: urlOf('participants'),
  NOTIFICATIONS_URL: urlOf('notifications'),
  AVAILABILITY_URL: urlOf('availability'),
  PUBLIC_URL: urlOf('gateway'),
})

/** Unused loopback addresses. */
export async function freeAddresses(): Promise<Addresses> {
  const ports = {} as Record<Program, { own: number; metrics: number }>
  for (const service of [...services, 'web'] as const) {
    ports[service] = { own: await freePort(), metrics: await freePort() }
  }
  const urlOf = (service: Program) => `http://127.0.0.1:${ports[service].own}`
  return {
    urlOf,
    metricsUrl: (service) => `http://127.0.0.1:${ports[service].metrics}/metrics`,
    ownOf: (service) => ({
      PORT: String(ports[service].own),
      METRICS_PORT: String(ports[service].metrics),
    }),
  }
}
