import { internal, v1, v2, v2Administration } from '@appointments/contracts'
import { secureTokens } from '@appointments/credentials'
import { bind } from '@appointments/http'
import { newId, repeat, type Stoppable } from '@appointments/runtime'
import { startService, type Surroundings } from '@appointments/service'
import { createCircuitWatch, type CircuitWatch } from '@appointments/telemetry'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { rosterChanged } from './consumers/roster-changed.ts'
import { internalHandlers } from './http/internal.ts'
import { readAppointments } from './http/read-appointments.ts'
import { v1Handlers } from './http/v1.ts'
import { administrationHandlers, v2Handlers } from './http/v2.ts'
import { checkMetrics } from './metrics.ts'
import { appointments } from './repositories/appointments.ts'
import { httpRooms } from './rooms/http-rooms.ts'
import { templateRooms, type RoomProvider } from './rooms/room-provider.ts'
import { purgeDeadLetters } from './use-cases/purge-dead-letters.ts'

/** The running service. */
export interface AppointmentsService extends Stoppable {
  url: string
  /** Looks at once at what is due, for those who moved the clock. */
  checkDue: () => void
}

/** Starts the appointments service: database up to date, events flowing, answering HTTP. */
export async function createAppointments(
  config: Config,
  surroundings: Surroundings,
): Promise<AppointmentsService> {
  const databaseUrl = config.APPOINTMENTS_DATABASE_URL
  let checkDue: () => void = () => undefined
  const service = await startService(
    { name: 'appointments', databaseUrl, settings: config, surroundings },
    async (base) => {
      const {
        pool,
        broker,
        outbox,
        settledTransaction,
        idempotency,
        callerOf,
        telemetry,
        clock,
        log,
        hear,
        keep,
      } = base
      const app = createApp({
        pool,
        transaction: settledTransaction,
        forgetAnswers: idempotency.forget,
        outbox,
        rooms: roomsOf(config, createCircuitWatch(telemetry.metrics)),
        clock,
        newId,
        applicationsAreOpen: config.APPLICATIONS === 'open',
      })
      telemetry.metrics.read(checkMetrics, () => appointments.overdue(pool, clock.now()))
      await hear({ appliers: rosterChanged(app) })
      const checks = repeat('due appointments', 1000, app.checkDueAppointments, log)
      keep('due appointments', checks)
      checkDue = checks.wake
      const purge = purgeDeadLetters({ pool, broker })
      keep('dead letter purge', repeat('dead letter purge', 1000, purge, log))

      const owner = 'appointments'
      const secure = secureTokens(config.INTERNAL_SECRET)
      const handlers = { v1: v1Handlers(app), v2: v2Handlers(app, secure) }
      const reads = readAppointments({ handlers, callerOf, telemetry, log })
      return [
        bind({ api: v2, owner, handlers: handlers.v2, callerOf, idempotency }),
        bind({ api: v1, owner, handlers: handlers.v1, callerOf, idempotency }),
        bind({ api: v2Administration, owner, handlers: administrationHandlers(app), callerOf, idempotency }),
        bind({ api: internal, owner, handlers: internalHandlers(app, reads), callerOf }),
      ]
    },
  )
  return { ...service, checkDue }
}

function roomsOf(config: Config, watch: CircuitWatch): RoomProvider {
  const { ROOM_PROVIDER_URL: url, ROOM_PROVIDER_TOKEN: token, ROOM_PROVIDER_LIMIT_MS: limitMs } = config
  if (url) return httpRooms(url, { token, limitMs, watch })
  return templateRooms(config.ROOM_URL_TEMPLATE ?? `${config.PUBLIC_URL}/rooms/{room}`)
}
