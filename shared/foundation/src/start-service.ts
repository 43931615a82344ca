import { internalTokens } from '@appointments/credentials'
import { limits, type AppointmentsEvent, type Caller, type ServiceName } from '@appointments/contracts'
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
import {
  createPool,
  sharedTransactions,
  transactionsOn,
  type Pool,
  type Transaction,
} from '@appointments/postgres'
import {
  createLog,
  createStopOrder,
  repeat,
  systemClock,
  type Clock,
  type Log,
  type Repeat,
  type Repeating,
  type Secret,
  type Stoppable,
} from '@appointments/runtime'
import { openTelemetry, type Telemetry } from '@appointments/telemetry'
import { migrateDatabase, requireMigrated } from './database.ts'
import { failAtCommit } from './fail-at-commit.ts'
import type { ServiceSettings } from './settings.ts'
import { countWaits, watchPool } from './watch-pool.ts'

/**
 * Maximum size of a request header in bytes: twice the limit of the gateway, which re-encodes paths and adds fields
 * such as the caller's token.
 */
const MAX_HEADER_BYTES = 2 * limits.headerBytes

/**
 * Number of parallel transactions that events share. If there are fewer, each holds more events; if there is only one,
 * all events wait while one of them waits for a lock.
 */
const EVENT_LANES = 2
/** Maximum number of events that are applied at the same time if they share transactions. */
const SHARED_EVENTS = 40

type Routers = Parameters<typeof createServiceApp>[0]['routers']

/** The environment that a service starts in; tests supply their own. */
export interface ServiceOptions {
  /** Connects to the broker; the service closes the connection. */
  connectBroker: () => Promise<Broker>
  /** Runs the loops of the service, in a simulation on virtual time. */
  repeat?: Repeat
  clock?: Clock
  log?: Log
}

/** The common parts of every service: its database, events, idempotency, telemetry and log. */
export interface Foundation {
  pool: Pool
  broker: Broker
  outbox: Outbox
  /** A transaction that does not wait for subscribers; consumers use it. */
  transaction: Transaction
  /** A transaction for requests: runs once for each idempotency key, and is settled when it resolves. */
  settledTransaction: KeyedTransaction
  idempotency: Idempotency
  /** Reads the caller from the gateway's token. */
  callerOf: (token: string) => Caller
  telemetry: Telemetry
  clock: Clock
  log: Log
  /** Starts to consume events. */
  subscribe: (consumer: {
    appliers: Appliers
    /** Name of the lock that an event takes before it is applied. */
    lockOf?: (event: AppointmentsEvent) => string | undefined
    others?: Record<string, (body: unknown) => Promise<void>>
    /** Whether events share transactions; only if an applier locks nothing but the rows of its appointment. Default: no. */
    isShared?: boolean
  }) => Promise<void>
  /** Adds a condition for readiness. Until it holds, the service listens and is alive, but not ready. */
  readyWhen: (condition: () => boolean) => void
  /** Registers a function that ends streams and long waits when the service stops serving. */
  onClosing: (then: () => void) => void
  /** Registers a background task; it is stopped before the tasks registered earlier. */
  keep: (name: string, running: Stoppable) => void
  /** Repeats a job with a pause between turns, as `repeat` does, until the service stops. */
  loop: (
    name: string,
    pauseMs: number,
    turn: Parameters<Repeat>[2],
    options?: Parameters<Repeat>[4],
  ) => Repeating
}

interface Service {
  name: Exclude<ServiceName, 'gateway'>
  databaseUrl: Secret
  settings: ServiceSettings
  options: ServiceOptions
}

/**
 * Starts a service: migrates its database, creates the foundation, calls `build`, and listens. If the start fails,
 * everything already started is stopped. Stopping uses the reverse order.
 * @param build creates the routers of the service
 */
export async function startService(
  { name, databaseUrl, settings, options }: Service,
  build: (foundation: Foundation) => Promise<Routers> | Routers,
): Promise<Stoppable & { url: string }> {
  const { connectBroker, repeat: run = repeat, clock = systemClock, log = createLog(name) } = options
  const order = createStopOrder(log)
  try {
    // starts first and stops last, so that start and stop can be observed too
    const telemetry = await openTelemetry(name, settings, log)
    order.onStop('telemetry', () => telemetry.stop())
    const database = { name, url: databaseUrl.current() }
    await (settings.MIGRATE_ON_START ? migrateDatabase(database, log) : requireMigrated(database))
    const onWaitTooLong = countWaits(telemetry.metrics)
    const pool = createPool(databaseUrl, {
      size: settings.DATABASE_POOL_SIZE,
      waitMs: settings.DATABASE_WAIT_MS,
      onWaitTooLong,
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
    const idempotency = createIdempotency({
      pool,
      secret: settings.INTERNAL_SECRET,
      clock,
      log,
      settleAgain: outbox.settleAgain,
    })
    order.onStop('idempotency', () => idempotency.stop())
    const transaction = failAtCommit(transactionsOn(pool, onWaitTooLong))

    const conditions: (() => boolean)[] = []
    const closings: (() => void)[] = []
    const keep = (what: string, running: Stoppable) => order.onStop(what, () => running.stop())
    const routers = await build({
      pool,
      broker,
      outbox,
      transaction,
      // in this order, because settling removes the subject that a kept response is stored with
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
      loop(what, pauseMs, turn, settingsOfLoop) {
        const repeating = run(what, pauseMs, turn, log, settingsOfLoop)
        keep(what, repeating)
        return repeating
      },
      readyWhen: (condition) => void conditions.push(condition),
      onClosing: (then) => void closings.push(then),
      async subscribe({ isShared = false, ...consumer }) {
        // half of the connections stay free for requests
        const connections = Math.ceil(settings.DATABASE_POOL_SIZE / 2)
        const lanes = Math.min(EVENT_LANES, connections)
        keep(
          'inbox',
          await openInbox({
            service: name,
            pool,
            transaction: isShared ? sharedTransactions(transaction, lanes) : transaction,
            broker,
            outbox,
            concurrency: isShared ? SHARED_EVENTS : connections,
            telemetry,
            clock,
            log,
            ...consumer,
          }),
        )
      },
    })
    const ready = async () =>
      !server.isDraining() &&
      conditions.every((holds) => holds()) &&
      (await pool.query('SELECT 1')).rowCount === 1
    const server = await listen(createServiceApp({ routers, ready, telemetry, log }), {
      port: settings.PORT,
      host: settings.HOST,
      drainDelayMs: settings.DRAIN_DELAY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      onClosing() {
        for (const then of closings) then()
      },
    })
    order.onStop('http', () => server.stop())
    log.info({ address: server.url }, 'ready')
    return { url: server.url, stop: () => order.stop() }
  } catch (error) {
    await order.stop()
    throw error
  }
}
