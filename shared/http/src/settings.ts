import { z } from 'zod'
import { milliseconds, port } from '@appointments/runtime'

/** Fields of every service's configuration that set where and how it listens. */
export const listenSettings = (standardPort: number) => ({
  /** Port of the service; 0 selects a free one. */
  PORT: port.default(standardPort),
  /** Address of the interface to listen on; `0.0.0.0` means all. */
  HOST: z.string().default('127.0.0.1'),
  /**
   * Time for which a stopping service still accepts connections after it reports that it is not ready, so that load
   * balancers that check readiness stop sending it requests.
   */
  DRAIN_DELAY_MS: milliseconds.default(0),
})
