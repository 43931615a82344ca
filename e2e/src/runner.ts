import type { ServiceName } from '@appointments/contracts'

/** How services are run: started and stopped by name, each at its own fixed address. */
export interface Runner {
  gatewayUrl: string
  start: (service: ServiceName) => Promise<void>
  stop: (service: ServiceName) => Promise<void>
  close: () => Promise<void>
}

export type Environment = Record<string, string>
