import { internalTokens } from '@appointments/credentials'
import { createPool, transactionsOn } from '@appointments/postgres'
import { systemClock, type Log } from '@appointments/runtime'
import { appointmentsOverHttp } from './appointments-over-http.ts'
import type { Config } from './config.ts'
import { readProjection } from './use-cases/read-projection.ts'

/** Reads all claims and applications of the appointments service again, beside the running service. */
export async function rebuild(config: Config, log: Log): Promise<void> {
  const pool = createPool(config.AVAILABILITY_DATABASE_URL, { log, name: 'availability rebuild', size: 2 })
  try {
    await readProjection({
      pool,
      partTransaction: transactionsOn(pool),
      appointments: appointmentsOverHttp(config.APPOINTMENTS_URL, internalTokens(config.INTERNAL_SECRET)),
      clock: systemClock,
    })()
    log.info('the copy of the claims is complete')
  } finally {
    await pool.end()
  }
}
