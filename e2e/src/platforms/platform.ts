import type { Broker } from '@appointments/broker'
import type { Program } from '../service-names.ts'

/** Configuration of a service, by names of variables. */
export type Environment = Record<string, string>

/** A running service. */
export interface Running {
  /** Absent unless the service runs as a separate process. */
  pid?: number | undefined
  /** Resolves with the exit status when the process has ended for any reason; null if a signal ended it. */
  ended?: Promise<number | null>
  /** Ends it; without a separate process it always shuts down gracefully. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** What services run on: how one is launched, and the broker and store they share. */
export interface Platform {
  /** Starts a service; resolves when it is ready at its address. */
  launch: (service: Program, env: Environment, url: string) => Promise<Running>
  /** A connection to the broker of the services; its caller closes it. */
  connectBroker: () => Promise<Broker>
  /** Keys and values of the gateway's store, as text. */
  keyValueEntries: () => Promise<string[]>
  /** Loses everything the key-value store holds. */
  emptyKeyValue: () => Promise<void>
  /** Absent if nothing needs to be closed after the services. */
  close?: () => Promise<void>
}
