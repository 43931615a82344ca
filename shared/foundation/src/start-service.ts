import { internalTokens } from '@appointments/credentials'
import type { Caller, ServiceName } from '@appointments/contracts'
import { callerFrom, createServiceApp, listen } from '@appointments/http'
import { createIdempotency, type Idempotency, type KeyedTransaction } from '@appointments/idempotency'
import type { Broker } from '@appointments/broker'
import {
  createOutbox,
  createSettlements,
  openInbox,
  settledTransactions,
  type Appliers,
  type Outbox,
} from '@appointments/outbox'
import { createPool, transactionsOn, type Pool, type Transaction } from '@appointments/postgres'
import {
  createLog,
  createStopOrder,
  systemClock,
  type Clock,
  type Log,
  type Secret,
  type Stoppable,
} from '@appointments/runtime'
import { openTelemetry, type Telemetry } from '@appointments/telemetry'
import { migrateDatabase, requireMigrated } from './database.ts'
import { failAtCommit } from './fail-at-commit.ts'
import type { ServiceSettings } from './settings.ts'
import { watchPool } from './watch-pool.ts'

/**
 * Most bytes of the header of a request: four times what the gateway accepts, which encodes paths anew and adds fields,
 * the caller's token among them.
 */
const MAX_HEADER_BYTES = 65_536

type Routers = Parameters<typeof createServiceApp>[0]['routers']

/** What a service is started in; tests bring their own. */
export interface Surroundings {
  /** Connects the broker; the service closes what it connected. */
  connectBroker: () => Promise<Broker>
  clock?: Clock
  log?: Log
}

/** What every service stands on: its database up to date, its events, its answers kept once. */
export interface Foundation {
  pool: Pool
  broker: Broker
  outbox: Outbox
  /** A transaction that waits for nobody; consumers use it. */
  transaction: Transaction
  /** A transaction for requests: keyed once, and settled when it resolves. */
  settledTransaction: KeyedTransaction
  idempotency: Idempotency
  /** Reads who calls from the gateway's token. */
  callerOf: (token: string) => Caller
  telemetry: Telemetry
  clock: Clock
  log: Log
  /** Begins to hear events. */
  hear: (heard: {
    appliers: Appliers
    others?: Record<string, (body: unknown) => Promise<void>>
  }) => Promise<void>
  /** Something that runs beside the requests; it is stopped before what was started earlier. */
  keep: (name: string, running: Stoppable) => void
}

interface Service {
  name: Exclude<ServiceName, 'gateway'>
  databaseUrl: Secret
  settings: ServiceSettings
  surroundings: Surroundings
}

/**
 * Starts a service: brings its database up to date, lays the foundation, lets `build` put the service on it, and
 * listens. A start that fails undoes what it had begun; stopping goes in the opposite order.
 * @param build makes the routers of the service
 */
export async function startService(
  { name, databaseUrl, settings, surroundings }: Service,
  build: (foundation: Foundation) => Promise<Routers> | Routers,
): Promise<Stoppable & { url: string }> {
  const { connectBroker, clock = systemClock, log = createLog(name) } = surroundings
  const order = createStopOrder(log)
  try {
    // first to begin and last to end, so that starting and stopping can be watched too
    const telemetry = await openTelemetry(name, settings, log)
    order.onStop('telemetry', () => telemetry.stop())
    const database = { name, url: databaseUrl.current() }
    await (settings.MIGRATE_ON_START ? migrateDatabase(database, log) : requireMigrated(database))
    const pool = createPool(databaseUrl, {
      size: settings.DATABASE_POOL_SIZE,
      waitMs: settings.DATABASE_WAIT_MS,
      log,
      name,
    })
    order.onStop('pool', () => pool.end())
    watchPool(pool, telemetry.metrics)
    const broker = await connectBroker()
    order.onStop('broker', () => broker.close())

    const settlements = createSettlements(settings.SETTLE_LIMIT_MS, telemetry.metrics)
    const replyTo = await broker.openReplies((reply) => settlements.onReply(reply))
    const outbox = createOutbox({ pool, broker, settlements, replyTo, telemetry, clock, log })
    order.onStop('outbox', () => outbox.stop())
    const idempotency = createIdempotency({ pool, secret: settings.INTERNAL_SECRET, clock, log })
    order.onStop('idempotency', () => idempotency.stop())
    const transaction = failAtCommit(transactionsOn(pool))

    const keep = (what: string, running: Stoppable) => order.onStop(what, () => running.stop())
    const routers = await build({
      pool,
      broker,
      outbox,
      transaction,
      // in this order a kept answer knows its subject: settling takes away what the outbox remembers
      settledTransaction: idempotency.transactions(
        settledTransactions(transaction, outbox),
        outbox.subjectOf,
      ),
      idempotency,
      callerOf: callerFrom(internalTokens(settings.INTERNAL_SECRET)),
      telemetry,
      clock,
      log,
      keep,
      async hear(heard) {
        // the other half of the connections is for requests
        const concurrency = Math.ceil(settings.DATABASE_POOL_SIZE / 2)
        keep(
          'inbox',
          await openInbox({
            service: name,
            pool,
            transaction,
            broker,
            outbox,
            concurrency,
            telemetry,
            clock,
            log,
            ...heard,
          }),
        )
      },
    })
    const ready = async () => !server.isDraining() && (await pool.query('SELECT 1')).rowCount === 1
    const server = await listen(createServiceApp({ routers, ready, telemetry, log }), {
      port: settings.PORT,
      host: settings.HOST,
      drainDelayMs: settings.DRAIN_DELAY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    })
    order.onStop('http', () => server.stop())
    log.info({ address: server.url }, 'ready')
    return { url: server.url, stop: () => order.stop() }
  } catch (error) {
    await order.stop()
    throw error
  }
}
