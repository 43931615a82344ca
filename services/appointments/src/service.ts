import { internal, v1, v2, v2Administration } from '@appointments/contracts'
import { internalTokens, secureTokens } from '@appointments/credentials'
import { bind, callerFrom, createServiceApp, listen } from '@appointments/http'
import {
  createOutbox,
  createSettlements,
  openInbox,
  settledTransactions,
  type Broker,
} from '@appointments/messaging'
import { createIdempotency } from '@appointments/idempotency'
import { createPool, migrate, transactionsOn } from '@appointments/postgres'
import {
  createLog,
  createStopOrder,
  newId,
  repeat,
  systemClock,
  type Clock,
  type Log,
  type Stoppable,
} from '@appointments/runtime'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { rosterChanged } from './consumers/roster-changed.ts'
import { internalHandlers } from './http/internal.ts'
import { v1Handlers } from './http/v1.ts'
import { administrationHandlers, v2Handlers } from './http/v2.ts'
import { httpRooms } from './rooms/http-rooms.ts'
import { templateRooms } from './rooms/room-provider.ts'

export interface Overrides {
  connectBroker: () => Promise<Broker>
  clock?: Clock
  log?: Log
}

/** The running service. */
export interface AppointmentsService extends Stoppable {
  url: string
  /** Looks at once at what is due, for those who moved the clock. */
  checkDue: () => void
}

/** Starts the appointments service: database up to date, events flowing, answering HTTP. */
export async function createAppointments(config: Config, overrides: Overrides): Promise<AppointmentsService> {
  const { connectBroker, clock = systemClock, log = createLog('appointments') } = overrides
  const order = createStopOrder(log)
  const url = config.APPOINTMENTS_DATABASE_URL
  await migrate(
    url,
    ['@appointments/messaging', '@appointments/idempotency', '@appointments/appointments-service'],
    log,
  )
  const pool = createPool(url, { size: config.DATABASE_POOL_SIZE, log, name: 'appointments' })
  order.onStop('pool', () => pool.end())
  const broker = await connectBroker()
  order.onStop('broker', () => broker.close())

  const settlements = createSettlements(config.SETTLE_LIMIT_MS)
  const replyTo = await broker.openReplies((reply) => settlements.onReply(reply))
  const outbox = createOutbox({ pool, broker, settlements, replyTo, clock, log })
  order.onStop('outbox', () => outbox.stop())
  const transaction = transactionsOn(pool)
  const idempotency = createIdempotency({ pool, clock, log })
  order.onStop('idempotency', () => idempotency.stop())

  const app = createApp({
    pool,
    // in this order a kept answer knows its subject: settling takes away what the outbox remembers
    transaction: idempotency.transactions(settledTransactions(transaction, outbox), outbox.subjectOf),
    forgetAnswers: idempotency.forget,
    outbox,
    rooms: config.ROOM_PROVIDER_URL
      ? httpRooms(config.ROOM_PROVIDER_URL, {
          token: config.ROOM_PROVIDER_TOKEN,
          limitMs: config.ROOM_PROVIDER_LIMIT_MS,
        })
      : templateRooms(config.ROOM_URL_TEMPLATE ?? `${config.PUBLIC_URL}/rooms/{room}`),
    clock,
    newId,
    applicationsAreOpen: config.APPLICATIONS === 'open',
  })
  const inbox = await openInbox({
    service: 'appointments',
    pool,
    transaction,
    broker,
    outbox,
    appliers: rosterChanged(app),
    concurrency: config.DATABASE_POOL_SIZE,
    clock,
    log,
  })
  order.onStop('inbox', () => inbox.stop())
  const checks = repeat('due appointments', 1000, app.checkDueAppointments, log)
  order.onStop('due appointments', () => checks.stop())

  const callerOf = callerFrom(internalTokens(config.INTERNAL_SECRET))
  const secure = secureTokens(config.INTERNAL_SECRET)
  const owner = 'appointments'
  const server = await listen(
    createServiceApp({
      routers: [
        bind({ api: v1, owner, handlers: v1Handlers(app), callerOf, idempotency }),
        bind({ api: v2, owner, handlers: v2Handlers(app, secure), callerOf, idempotency }),
        bind({ api: v2Administration, owner, handlers: administrationHandlers(app), callerOf, idempotency }),
        bind({ api: internal, owner, handlers: internalHandlers(app), callerOf, idempotency }),
      ],
      ready: async () => !server.isDraining() && (await pool.query('SELECT 1')).rowCount === 1,
      log,
    }),
    { port: config.PORT, host: config.HOST },
  )
  order.onStop('http', () => server.stop())
  log.info({ address: server.url }, 'ready')
  return { url: server.url, checkDue: () => checks.wake(), stop: () => order.stop() }
}
