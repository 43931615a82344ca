import { internal } from '@appointments/contracts'
import { internalTokens } from '@appointments/credentials'
import { bind, serve } from '@appointments/http'
import { collecting, settledTransactions } from '@appointments/outbox'
import { newId, type Stoppable } from '@appointments/runtime'
import { notInInbox } from '@appointments/outbox'
import { startService, type ServiceOptions } from '@appointments/foundation'
import { appointmentsOverHttp } from './appointments-over-http.ts'
import { createCalendarCache } from './calendar-cache.ts'
import { createCatchUp } from './catch-up.ts'
import { createApp } from './app.ts'
import { createComputations } from './computations.ts'
import type { Config } from './config.ts'
import { appointmentEvents } from './consumers/appointment-events.ts'
import { createHolidayCache } from './holiday-cache.ts'
import { versions } from './http/index.ts'
import { internalHandlers } from './http/internal.ts'
import { availabilityMeters, projectionMetrics } from './metrics.ts'
import { createProjection } from './projection.ts'
import type { AppointmentsReader } from './use-cases/deps.ts'
import { announceAgents } from './use-cases/announce-agents.ts'
import { publishServiceTypes } from './use-cases/publish-service-types.ts'
import { readProjection } from './use-cases/read-projection.ts'

/** Services that start together wait for each other, so reading the copy is retried soon. */
const PROJECTION_RETRY_MS = 200
/** Memory for calendars in each replica. */
const CALENDAR_BYTES = 200 * 2 ** 20

export interface Overrides extends ServiceOptions {
  /** Reads from the appointments service, by default over HTTP. */
  appointments?: AppointmentsReader
}

/** Starts the availability service: it applies events of the other services and serves requests. */
export function createAvailability(
  config: Config,
  overrides: Overrides,
): Promise<Stoppable & { url: string }> {
  const { appointments = appointmentsOf(config), ...options } = overrides
  const databaseUrl = config.AVAILABILITY_DATABASE_URL
  return startService({ name: 'availability', databaseUrl, settings: config, options }, async (base) => {
    const { pool, outbox, transaction, settledTransaction, idempotency } = base
    const { callerOf, telemetry, clock, log, subscribe, loop, readyWhen } = base
    const meters = availabilityMeters(telemetry.metrics)
    const catchUp = createCatchUp({
      unapplied: () => appointments.unapplied(),
      remaining: (eventIds) => notInInbox(pool, 'availability', eventIds),
      log,
    })
    const projection = createProjection({ sql: pool, build: () => buildProjection(), catchUp, log })
    const deps = {
      pool,
      transaction: settledTransaction,
      partTransaction: settledTransactions(transaction, outbox),
      collected: collecting(transaction, outbox),
      outbox,
      sharesNames: config.SHARE_AGENT_NAMES,
      forgetResponses: idempotency.forget,
      calendars: createCalendarCache({
        sql: pool,
        clock,
        mostBytes: CALENDAR_BYTES,
        count: (outcome, calendars) => meters.calendars.count({ outcome }, calendars),
      }),
      computations: createComputations({ onRejected: () => meters.rejected.count({}) }),
      meters,
      holidays: createHolidayCache({ sql: pool }),
      appointments,
      projection,
      clock,
      newId,
    }
    const app = createApp(deps)
    const buildProjection = readProjection(deps)
    telemetry.metrics.read(projectionMetrics, () =>
      Promise.resolve({ incomplete: Number(!projection.isComplete()) }),
    )
    await projection.check()
    await publishServiceTypes(deps)()
    readyWhen(() => projection.isReady())
    await subscribe({ appliers: appointmentEvents(app) })
    // after the subscription, so that no event is missed between the two
    loop('projection', PROJECTION_RETRY_MS, () => projection.complete()).wake()
    loop('agent names', 1000, announceAgents(deps))
    loop('old claims', 600_000, app.forgetClaims)
    return [
      ...Object.values(versions)
        .flatMap((serveVersion) => serveVersion({ app }))
        .map((operations) => bind(operations, { callerOf, idempotency })),
      bind(serve('availability', internal, internalHandlers(app)), { callerOf }),
    ]
  })
}

const appointmentsOf = ({ APPOINTMENTS_URL, INTERNAL_SECRET }: Config): AppointmentsReader =>
  appointmentsOverHttp(APPOINTMENTS_URL, internalTokens(INTERNAL_SECRET))
