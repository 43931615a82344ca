import type { ServiceName } from '@appointments/contracts'
import type { Broker } from '@appointments/broker'

/** How services are run: started and stopped by name, each at its own fixed address. */
export interface Runner {
  gatewayUrl: string
  /** Where a service listens. */
  urlOf: (service: ServiceName) => string
  /** Where a service serves its metrics. */
  metricsUrl: (service: ServiceName) => string
  start: (service: ServiceName) => Promise<void>
  stop: (service: ServiceName) => Promise<void>
  /** Ends a service without any warning, where it is a process of its own; else stops it. */
  kill: (service: ServiceName) => Promise<void>
  /** Loses everything the key-value store holds. */
  emptyKeyValue: () => Promise<void>
  /** A connection to the broker of the services; whoever opens it closes it. */
  connectBroker: () => Promise<Broker>
  /** Keys and values of the gateway's store, as text. */
  keyValueEntries: () => Promise<string[]>
  close: () => Promise<void>
}

export type Environment = Record<string, string>

/** What is different for some services. */
export type OwnEnvironments = Partial<Record<ServiceName, Environment>>
