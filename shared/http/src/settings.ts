import { z } from 'zod'
import { milliseconds, port } from '@appointments/runtime'

/** Fields of every service's configuration that say where and how it listens. */
export const listenSettings = (standardPort: number) => ({
  /** Port of the API; 0 takes a free one. */
  PORT: port.default(standardPort),
  /** Address of the interface to listen on; `0.0.0.0` for all. */
  HOST: z.string().default('127.0.0.1'),
  /**
   * How long a stopping service still takes connections after it has said that it is not ready, so that balancers which
   * ask for that send it nothing more.
   */
  DRAIN_DELAY_MS: milliseconds.default(0),
})
