import type { ServiceName } from '@appointments/contracts'
import type { Broker } from '@appointments/broker'

/** Configuration of a service, by the names of its variables. */
export type Environment = Record<string, string>

/** A service that runs. */
export interface Running {
  /** Absent unless it is a process of its own. */
  pid?: number | undefined
  /** Resolves with its status when its process is gone, whoever ended it: null if a signal did. */
  ended?: Promise<number | null>
  /** Ends it; without a process of its own it always ends in order. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** What services run on: how one is launched, and the broker and the store they share. */
export interface Platform {
  /** Starts a service; resolves when it is ready at its address. */
  launch: (service: ServiceName, env: Environment, url: string) => Promise<Running>
  /** A connection to the broker of the services; its caller closes it. */
  connectBroker: () => Promise<Broker>
  /** Keys and values of the gateway's store, as text. */
  keyValueEntries: () => Promise<string[]>
  /** Loses everything the key-value store holds. */
  emptyKeyValue: () => Promise<void>
  /** Absent if nothing of it outlives its services. */
  close?: () => Promise<void>
}
