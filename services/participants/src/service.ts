import { purgeLettersAboutAgents } from '@appointments/agent-names'
import { internal } from '@appointments/contracts'
import { internalTokens, secureTokens, tickets } from '@appointments/credentials'
import { bind, serve } from '@appointments/http'
import { purgeLettersAboutAppointments, purgeLettersAboutCustomers } from '@appointments/outbox'
import { newId, type Stoppable } from '@appointments/runtime'
import { startService, type ServiceOptions } from '@appointments/foundation'
import { createApp } from './app.ts'
import { claimsOverHttp } from './claim-over-http.ts'
import type { Config } from './config.ts'
import { appointmentEvents } from './consumers/appointment-events.ts'
import { versions } from './http/index.ts'
import { internalHandlers } from './http/internal.ts'
import { searchMetrics } from './metrics.ts'
import { applicationsIn } from './repositories/applications.ts'
import { appointmentsIn } from './repositories/appointments.ts'
import { customersIn } from './repositories/customers.ts'
import { searchIndexIn } from './repositories/search-index.ts'
import { searchesIn } from './repositories/searches.ts'
import { ticketsIn } from './repositories/tickets.ts'
import { makeSearchable } from './use-cases/make-searchable.ts'
import type { ClaimMember, ClaimSlot } from './use-cases/deps.ts'

export interface Overrides extends ServiceOptions {
  /** Reserves an agent's time if the application rejects double booking. Default: the appointments service. */
  claimSlot?: ClaimSlot
  /** Chooses a member of a queue, or decides about an agent. Default: the appointments service. */
  claimMember?: ClaimMember
}

/** Starts the participants service: it applies events of the other services and serves requests. */
export function createParticipants(
  config: Config,
  overrides: Overrides,
): Promise<Stoppable & { url: string }> {
  const { claimSlot, claimMember, ...options } = overrides
  const claims = claimsOverHttp(config.APPOINTMENTS_URL, internalTokens(config.INTERNAL_SECRET))
  const databaseUrl = config.PARTICIPANTS_DATABASE_URL
  return startService({ name: 'participants', databaseUrl, settings: config, options }, async (base) => {
    const { pool, broker, outbox, transaction, settledTransaction, idempotency } = base
    const { callerOf, clock, subscribe, loop, telemetry } = base
    const links = tickets(config.DATA_SECRET, config.PUBLIC_URL.replace(/\/+$/, ''))
    const secure = secureTokens(config.INTERNAL_SECRET)
    const rows = {
      appointments: appointmentsIn(pool, clock),
      applications: applicationsIn(pool),
      customers: customersIn(pool),
      searchIndex: searchIndexIn(pool),
      searches: searchesIn(pool),
      tickets: ticketsIn(pool, ({ kind, participantId, version }) =>
        links.hash(links.derive(kind, participantId, version)),
      ),
    }
    const app = createApp({
      ...rows,
      transaction: settledTransaction,
      outbox,
      forgetResponses: idempotency.forget,
      claimSlot: claimSlot ?? claims.claimSlot,
      claimMember: claimMember ?? claims.claimMember,
      clock,
      newId,
      hashOf: links.hash,
      secureTokens: secure,
    })
    await subscribe({ appliers: appointmentEvents(app), isShared: true })
    const erased = { table: 'appointments', erasedAt: 'removed_at' } as const
    loop(
      'dead letter purge',
      1000,
      purgeLettersAboutAppointments({ pool, broker, service: 'participants', ...erased }),
    )
    telemetry.metrics.read(searchMetrics, () => rows.searchIndex.figures())
    loop('search index', 1000, makeSearchable({ ...rows, clock }, transaction))
    loop('agent dead letters', 1000, purgeLettersAboutAgents({ pool, broker, service: 'participants' }))
    loop(
      'customer dead letters',
      1000,
      purgeLettersAboutCustomers({ pool, broker, service: 'participants', clock }),
    )

    const deps = { app, roomLink: links.roomLink, secureTokenOf: secure.of, clock }
    return [
      ...Object.values(versions)
        .flatMap((serveVersion) => serveVersion(deps))
        .map((operations) => bind(operations, { callerOf, idempotency })),
      bind(serve('participants', internal, internalHandlers(app)), { callerOf }),
    ]
  })
}
