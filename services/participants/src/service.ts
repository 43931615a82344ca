import { internal, v1, v2 } from '@appointments/contracts'
import { internalTokens, secureTokens, tickets } from '@appointments/credentials'
import { bind, callerFrom, createServiceApp, listen, type HttpServer } from '@appointments/http'
import { createIdempotency } from '@appointments/idempotency'
import {
  createOutbox,
  createSettlements,
  openInbox,
  settledTransactions,
  type Broker,
} from '@appointments/messaging'
import { createPool, migrate, transactionsOn } from '@appointments/postgres'
import {
  createStopOrder,
  newId,
  repeat,
  silentLog,
  systemClock,
  type Clock,
  type Log,
  type Stoppable,
} from '@appointments/runtime'
import { createApp } from './app.ts'
import { claimSlotOverHttp } from './claim-slot-over-http.ts'
import type { Config } from './config.ts'
import { createAppliers } from './consumers/appliers.ts'
import { internalHandlers } from './http/internal.ts'
import { v1Handlers } from './http/v1.ts'
import { v2Handlers } from './http/v2.ts'
import { applicationsIn } from './repositories/applications.ts'
import { appointmentsIn } from './repositories/appointments.ts'
import { customersIn } from './repositories/customers.ts'
import { ticketsIn } from './repositories/tickets.ts'
import type { ClaimSlot } from './use-cases/deps.ts'
import { purgeDeadLetters } from './use-cases/purge-dead-letters.ts'

export interface Overrides {
  /** Connects the broker; the service closes what it connected. */
  connectBroker: () => Promise<Broker>
  /** Reserves an agent's time where an application refuses double booking; the appointments service unless given. */
  claimSlot?: ClaimSlot
  clock?: Clock
  log?: Log
}

const PACKAGES = [
  '@appointments/messaging',
  '@appointments/idempotency',
  '@appointments/participants-service',
]
const PURGE_PAUSE_MS = 1000

/**
 * Starts the participants service: migrates its database, hears the events of the others, and answers requests.
 * A start that fails undoes what it had begun.
 */
export async function createParticipants(
  config: Config,
  { connectBroker, claimSlot, clock = systemClock, log = silentLog }: Overrides,
): Promise<Stoppable & { url: string }> {
  const stopping = createStopOrder(log)
  try {
    await migrate(config.PARTICIPANTS_DATABASE_URL, PACKAGES, log)
    const pool = createPool(config.PARTICIPANTS_DATABASE_URL, {
      size: config.DATABASE_POOL_SIZE,
      log,
      name: 'participants',
    })
    stopping.onStop('pool', () => pool.end())
    const broker = await connectBroker()
    stopping.onStop('broker', () => broker.close())

    const transaction = transactionsOn(pool)
    const settlements = createSettlements(config.SETTLE_LIMIT_MS)
    const replyTo = await broker.openReplies((reply) => settlements.onReply(reply))
    const outbox = createOutbox({ pool, broker, settlements, replyTo, clock, log })
    stopping.onStop('outbox', () => outbox.stop())

    const idempotency = createIdempotency({ pool, clock, log })
    stopping.onStop('idempotency', () => idempotency.stop())

    const tokens = internalTokens(config.INTERNAL_SECRET)
    const links = tickets(config.INTERNAL_SECRET, config.PUBLIC_URL.replace(/\/+$/, ''))
    const secrets = secureTokens(config.INTERNAL_SECRET)
    const appointments = appointmentsIn(pool)
    const rows = {
      appointments,
      customers: customersIn(pool),
      tickets: ticketsIn(pool, ({ kind, participantId, version }) =>
        links.hash(links.derive(kind, participantId, version)),
      ),
    }

    const inbox = await openInbox({
      service: 'participants',
      pool,
      transaction,
      broker,
      outbox,
      appliers: createAppliers({
        ...rows,
        applications: applicationsIn(),
        forgetAnswers: idempotency.forget,
        outbox,
        clock,
      }),
      // the other half of the connections is for requests
      concurrency: Math.ceil(config.DATABASE_POOL_SIZE / 2),
      clock,
      log,
    })
    stopping.onStop('inbox', () => inbox.stop())
    const purging = repeat(
      'dead letter purge',
      PURGE_PAUSE_MS,
      purgeDeadLetters({ appointments, broker }),
      log,
    )
    stopping.onStop('dead letter purge', () => purging.stop())

    const app = createApp({
      ...rows,
      // in this order a kept answer knows its subject: settling takes away what the outbox remembers
      transaction: idempotency.transactions(settledTransactions(transaction, outbox), outbox.subjectOf),
      outbox,
      claimSlot: claimSlot ?? claimSlotOverHttp(config.APPOINTMENTS_URL, tokens),
      clock,
      newId,
      hashOf: links.hash,
      secureTokens: secrets,
    })
    const callerOf = callerFrom(tokens)
    const owner = 'participants'
    const server: HttpServer = await listen(
      createServiceApp({
        routers: [
          bind({ api: v1, owner, handlers: v1Handlers(app, links.roomLink), callerOf, idempotency }),
          bind({
            api: v2,
            owner,
            handlers: v2Handlers(app, links.roomLink, secrets.of),
            callerOf,
            idempotency,
          }),
          bind({ api: internal, owner, handlers: internalHandlers(app), callerOf }),
        ],
        ready: async () => {
          await pool.query('SELECT 1')
          return !server.isDraining()
        },
        log,
      }),
      { port: config.PORT, host: config.HOST },
    )
    stopping.onStop('http', () => server.stop())
    return { url: server.url, stop: () => stopping.stop() }
  } catch (error) {
    await stopping.stop()
    throw error
  }
}
