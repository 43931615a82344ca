import { purgeLettersAboutAgents } from '@appointments/agent-names'
import { forbiddenSenders, internal, lengthOf } from '@appointments/contracts'
import { internalTokens, secureTokens, tickets } from '@appointments/credentials'
import { bind, serve } from '@appointments/http'
import {
  purgeLettersAboutAppointments,
  purgeLettersAboutCustomers,
  settledTransactions,
  unappliedSeconds,
  type AppliersOf,
} from '@appointments/outbox'
import { newId, type Stoppable } from '@appointments/runtime'
import { startService, type ServiceOptions } from '@appointments/foundation'
import { createCircuitWatch, type CircuitWatch } from '@appointments/telemetry'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { agentChanged } from './consumers/agent-changed.ts'
import { calendarChanged } from './consumers/calendar-changed.ts'
import { rosterChanged } from './consumers/roster-changed.ts'
import { serviceTypeChanged } from './consumers/service-type-changed.ts'
import { createFeed } from './feed/feed.ts'
import { linksBy } from './http/customer-links.ts'
import { versions } from './http/index.ts'
import { internalHandlers } from './http/internal.ts'
import { publicRouter } from './http/public.ts'
import { readAppointments } from './http/read-appointments.ts'
import { unknownCalendarsOverHttp } from './calendars-over-http.ts'
import { decideOverHttp } from './decide-over-http.ts'
import {
  assignmentMetrics,
  availabilityLagMetrics,
  checkMetrics,
  feedMetrics,
  holdMetrics,
  MOST_COUNTED,
  waitingMetrics,
} from './metrics.ts'
import { otherServicesOverHttp } from './other-services-over-http.ts'
import { appointments } from './repositories/appointments.ts'
import { changes } from './repositories/changes.ts'
import { holds } from './repositories/holds.ts'
import { usedPasswords } from './repositories/used-passwords.ts'
import { httpRooms } from './rooms/http-rooms.ts'
import { templateRooms, type RoomProvider } from './rooms/room-provider.ts'
import type { Decide, FindUnknownCalendars } from './use-cases/deps.ts'
import { onceSettled, settleDueSlots, settleSlots, type OtherServices } from './use-cases/settle-slots.ts'

/** Pause between checks for changes that another replica has made, or that this one has not numbered yet. */
const FEED_EVERY_MS = 150
/** Changes within this time are numbered and passed on together; it delays readers of the feed, but no write. */
const FEED_REST_MS = 100

/** The running service. */
export interface AppointmentsService extends Stoppable {
  url: string
  /**
   * Runs the check of due appointments and the search for members of queues immediately, for tests that moved the clock.
   * Resolves when both have ended.
   */
  checkDue: () => Promise<void>
  /** The number of streams of changes and of requests that wait for the next change. Tests use it to wait for them. */
  followers: () => number
  /** Computes the figures immediately, so that tests need not wait a minute. */
  computeFigures: () => void
}

export interface Overrides extends ServiceOptions {
  /** The other services that show appointments; by default asked over HTTP. */
  others?: OtherServices
  /** Decisions about times; by default asked of the availability service over HTTP. */
  decide?: Decide
  findUnknownCalendars?: FindUnknownCalendars
}

/** Starts the appointments service: migrates the database, consumes events and serves HTTP. */
export async function createAppointments(config: Config, overrides: Overrides): Promise<AppointmentsService> {
  const { others = otherServicesOf(config), decide, findUnknownCalendars, ...options } = overrides
  const databaseUrl = config.APPOINTMENTS_DATABASE_URL
  let checkDue = () => Promise.resolve()
  let followers = () => 0
  let computeFigures: () => void = () => undefined
  const service = await startService(
    { name: 'appointments', databaseUrl, settings: config, options },
    async (base) => {
      const {
        pool,
        broker,
        outbox,
        transaction,
        settledTransaction,
        idempotency,
        callerOf,
        telemetry,
        clock,
        log,
        subscribe,
        loop,
        onClosing,
      } = base
      const feed = createFeed({ pool, clock })
      onClosing(feed.close)
      followers = feed.followers
      const feeding = loop('changes', FEED_EVERY_MS, () => feed.turn(), { restMs: FEED_REST_MS })
      const settle = settleSlots({
        pool,
        outbox,
        onRecorded: feeding.wake,
        clock,
        others,
        transaction: settledTransactions(transaction, outbox),
      })
      const watch = createCircuitWatch(telemetry.metrics)
      const searches = telemetry.metrics.counter(assignmentMetrics.searches)
      const tokens = internalTokens(config.INTERNAL_SECRET)
      const retentionMs = lengthOf(config.CHANGES_RETENTION)
      const purgeChanges = () => changes.purge(pool, new Date(clock.now().getTime() - retentionMs))
      loop('old changes', 600_000, purgeChanges)
      const app = createApp({
        pool,
        feed,
        retentionMs,
        log,
        onRecorded: feeding.wake,
        transaction: onceSettled(settledTransaction, settle),
        forgetResponses: idempotency.forget,
        outbox,
        rooms: roomsOf(config, watch),
        decide: decide ?? decideOverHttp(config.AVAILABILITY_URL, { tokens, watch }),
        findUnknownCalendars:
          findUnknownCalendars ?? unknownCalendarsOverHttp(config.AVAILABILITY_URL, tokens),
        clock,
        newId,
        applicationsAreOpen: config.APPLICATIONS === 'open',
        forbiddenSenders: forbiddenSenders(config),
        settle,
        onSearched: (outcome) => searches.count({ outcome }),
      })
      telemetry.metrics.read(checkMetrics, () => appointments.overdue(pool, clock.now()))
      telemetry.metrics.read(waitingMetrics, () => appointments.unassigned(pool, clock.now()))
      telemetry.metrics.read(feedMetrics, async () => ({
        ...(await changes.unnumbered(pool, clock.now(), MOST_COUNTED)),
        followers: feed.followers(),
      }))
      telemetry.metrics.read(holdMetrics, () => holds.figures(pool, clock.now()))
      telemetry.metrics.read(availabilityLagMetrics, async () => ({
        seconds: await unappliedSeconds(pool, 'availability', clock.now()),
      }))
      const checks = loop('due appointments', 1000, app.checkDueAppointments)
      const assignments = loop('due assignments', 1000, app.assignDueAppointments)
      const appliers: AppliersOf<'appointments'> = {
        ...rosterChanged(app),
        ...serviceTypeChanged,
        ...calendarChanged(app, assignments.wake),
        ...agentChanged,
      }
      // applying a roster locks the time of its agents, in an order that differs between appointments
      await subscribe({ appliers, isShared: false })
      checkDue = async () => {
        checks.wake()
        assignments.wake()
        await Promise.all([checks.idle(), assignments.idle()])
      }
      computeFigures = loop('figures', config.FIGURES_EVERY_MS, app.computeFigures).wake
      // a service that restarts more often than that would never delete them
      loop('ended holds', 60_000, app.tidyUpHolds).wake()
      loop('used passwords', 600_000, () => usedPasswords.purge(pool, clock.now()))
      loop('unsettled slots', 1000, settleDueSlots({ pool, clock, settle }))
      const erased = { table: 'removed_appointments', erasedAt: 'removed_at' } as const
      loop(
        'dead letter purge',
        1000,
        purgeLettersAboutAppointments({ pool, broker, service: 'appointments', ...erased }),
      )
      loop('agent dead letters', 1000, purgeLettersAboutAgents({ pool, broker, service: 'appointments' }))
      loop(
        'customer dead letters',
        1000,
        purgeLettersAboutCustomers({ pool, broker, service: 'appointments', clock }),
      )

      const secure = secureTokens(config.INTERNAL_SECRET)
      const { DATA_SECRET } = config
      const links = DATA_SECRET === undefined ? undefined : tickets(DATA_SECRET, publicUrlOf(config))
      const served = Object.values(versions).flatMap((serveVersion) =>
        serveVersion({ app, secureTokens: secure, linksFor: linksBy(links) }),
      )
      const reads = readAppointments({ served, callerOf, telemetry, log })
      return [
        publicRouter(app),
        ...served.map((operations) => bind(operations, { callerOf, idempotency })),
        bind(serve('appointments', internal, internalHandlers(app, reads)), { callerOf }),
      ]
    },
  )
  return { ...service, checkDue, followers: () => followers(), computeFigures: () => computeFigures() }
}

const otherServicesOf = (config: Config): OtherServices =>
  otherServicesOverHttp(
    { participants: config.PARTICIPANTS_URL, notifications: config.NOTIFICATIONS_URL },
    internalTokens(config.INTERNAL_SECRET),
  )

const publicUrlOf = ({ PUBLIC_URL }: Config) => PUBLIC_URL.replace(/\/+$/, '')

function roomsOf(config: Config, watch: CircuitWatch): RoomProvider {
  const { ROOM_PROVIDER_URL: url, ROOM_PROVIDER_TOKEN: token, ROOM_PROVIDER_LIMIT_MS: limitMs } = config
  if (url) return httpRooms(url, { token, limitMs, watch })
  return templateRooms(config.ROOM_URL_TEMPLATE ?? `${publicUrlOf(config)}/rooms/{id}/{room}`)
}
