import { internal } from '@appointments/contracts'
import { bind, serve } from '@appointments/http'
import { newId, repeat, type Stoppable } from '@appointments/runtime'
import { startService, type Surroundings } from '@appointments/foundation'
import { createCalendarCache } from './calendar-cache.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { appointmentEvents } from './consumers/appointment-events.ts'
import { createHolidayCache } from './holiday-cache.ts'
import { versions } from './http/index.ts'
import { internalHandlers } from './http/internal.ts'

/** Memory for calendars in each replica. */
const CALENDAR_BYTES = 200 * 2 ** 20

/** Starts the availability service: it applies events of the other services and serves requests. */
export function createAvailability(
  config: Config,
  surroundings: Surroundings,
): Promise<Stoppable & { url: string }> {
  const databaseUrl = config.AVAILABILITY_DATABASE_URL
  return startService({ name: 'availability', databaseUrl, settings: config, surroundings }, async (base) => {
    const { pool, transaction, settledTransaction, idempotency, callerOf, clock, log, hear, keep } = base
    const app = createApp({
      pool,
      transaction: settledTransaction,
      partTransaction: transaction,
      forgetResponses: idempotency.forget,
      calendars: createCalendarCache({ sql: pool, clock, mostBytes: CALENDAR_BYTES }),
      holidays: createHolidayCache({ sql: pool }),
      clock,
      newId,
    })
    await hear({ appliers: appointmentEvents(app) })
    keep('old claims', repeat('old claims', 600_000, app.forgetClaims, log))
    return [
      ...Object.values(versions)
        .flatMap((serveVersion) => serveVersion({ app }))
        .map((operations) => bind(operations, { callerOf, idempotency })),
      bind(serve('availability', internal, internalHandlers(app)), { callerOf }),
    ]
  })
}
