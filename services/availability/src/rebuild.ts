/**
 * Reads all claims and applications of the appointments service again, configured like the availability service:
 *
 *     AVAILABILITY_DATABASE_URL=postgres://… APPOINTMENTS_URL=http://… INTERNAL_SECRET=… tsx rebuild.ts
 */
import { internalTokens } from '@appointments/credentials'
import { createPool, transactionsOn } from '@appointments/postgres'
import { createLog, readConfig, systemClock } from '@appointments/runtime'
import { appointmentsOverHttp } from './appointments-over-http.ts'
import { config } from './config.ts'
import { readProjection } from './use-cases/read-projection.ts'

const log = createLog('availability')
const settings = readConfig(config, process.env, log)
const pool = createPool(settings.AVAILABILITY_DATABASE_URL, { log, name: 'availability rebuild', size: 2 })
try {
  await readProjection({
    pool,
    partTransaction: transactionsOn(pool),
    appointments: appointmentsOverHttp(settings.APPOINTMENTS_URL, internalTokens(settings.INTERNAL_SECRET)),
    clock: systemClock,
  })()
  log.info('the copy of the claims is complete')
} finally {
  await pool.end()
}
