import {
  hasRole,
  problem,
  type AvailabilityPolicy,
  type Caller,
  type NextSlotQuery,
  type SlotDayQuery,
  type SlotQuery,
} from '@appointments/contracts'
import type { CalendarCache } from '../calendar-cache.ts'
import type { QueueCalendars } from '../queue-calendars.ts'
import type { SlotReader } from '../domain/access.ts'
import { allOf } from '../domain/eligibility.ts'
import { eligibleAgents, type EligibleAgent } from '../domain/eligible-agents.ts'
import { offerSettings, type OfferSettings, type WantedDuration } from '../domain/offer-settings.ts'
import { offers, type Demand, type Offers } from '../domain/offers.ts'
import { bounded, isEmpty, type Window } from '../domain/window.ts'
import { zoneClock, type ZoneClock } from '../domain/zone-clock.ts'
import { calendarVersions } from '../repositories/calendar-versions.ts'
import { queues } from '../repositories/directory.ts'
import { applicationTime } from './application-time.ts'
import type { Deps } from './deps.ts'
import { noCalendar, offerTarget, type OfferTarget } from './offer-target.ts'

/** The caller of a request for offers, and the target. */
export interface OfferRequest {
  caller: Caller
  query: Omit<SlotQuery | SlotDayQuery | NextSlotQuery, 'to' | 'limit' | 'include'>
}

export type OfferDeps = Pick<Deps, 'pool' | 'clock' | 'calendars' | 'holidays' | 'computations'>

/** A request whose names are resolved, ready to compute windows. */
export interface OpenRequest {
  /** The kind of reader. Only staff may request the agents and the capacity of slots. */
  kind: SlotReader
  /** Whether slots name the agents who serve them. */
  showsAgents: boolean
  policy: AvailabilityPolicy
  settings: OfferSettings
  duration: WantedDuration
  /** The clock of the reader. */
  reader: ZoneClock
  now: Date
  /** Narrows a window to the starts that the caller may choose. */
  bound: (window: Window) => Window
  /** The agents who may serve the request, with their time in a window. */
  agentsIn: (window: Window) => Promise<readonly EligibleAgent[]>
  /** The offers of agents in a window. */
  offersOf: (agents: readonly EligibleAgent[], window: Window) => Offers
}

const NO_OFFERS: Offers = { starts: [], free: [] }

/**
 * Resolves the target of a request, and computes the response unless too many large ones are being computed.
 * @throws the problems of {@link offerTarget}, and Problem QUEUE_NOT_FOUND, AGENT_NOT_FOUND, UNAVAILABLE
 */
export async function withOffers<Result>(
  deps: OfferDeps,
  request: OfferRequest,
  compute: (open: OpenRequest) => Promise<Result>,
): Promise<Result> {
  const target = await offerTarget(deps, request)
  const { application, queueId } = target
  const agents =
    queueId === undefined ? 1 : await deps.calendars.sizeOfQueue(application.organizationId, queueId)
  return deps.computations.run(agents, async () => compute(await openRequest(deps, target, request)))
}

async function openRequest(
  deps: OfferDeps,
  target: OfferTarget,
  { caller, query }: OfferRequest,
): Promise<OpenRequest> {
  const { pool, clock } = deps
  const { application, serviceType, queueId, duration } = target
  const organization = application.organizationId
  const queue = queueId === undefined ? undefined : await queues.get(pool, organization, queueId)
  const settings = {
    ...offerSettings(serviceType, application.settings.defaults, application.timezone),
    ...target.buffers,
  }
  const asked = {
    skills: query.skills ?? [],
    languages: query.language === undefined ? [] : [query.language],
  }
  const requirements = allOf(queue?.requires, serviceType?.requires, target.requires, asked)
  const now = clock.now()
  const isBound = !hasRole(caller, 'ROLE_AGENT', 'ROLE_SUPERVISOR')
  const { availabilityPolicy: policy, showAgents } = application.settings

  return {
    kind: target.reader,
    showsAgents: target.reader !== 'STAFF' && showAgents,
    policy,
    settings,
    duration,
    reader: query.timezone === undefined ? settings.grid.clock : zoneClock(query.timezone),
    now,
    bound: (window) => bounded(window, settings, isBound, now),
    async agentsIn(window) {
      // loading calendars for such a time would evict those that other requests use
      if (isEmpty(window)) return noAgents(pool, target)
      const end = window.to + duration.minutes + settings.bufferAfter
      const { calendars, findEligible } = await calendarsOf(deps.calendars, target, {
        from: window.from,
        to: end,
      })
      const time = await applicationTime(deps, application, serviceType, window)
      return findEligible(calendars, { requirements, agentIds: application.agentIds, time })
    },
    offersOf(agents, { from, to }) {
      if (!duration.isOffered || isEmpty({ from, to })) return NO_OFFERS
      const { grid, bufferBefore, bufferAfter } = settings
      const demand: Demand = {
        grid,
        bufferBefore,
        bufferAfter,
        duration: duration.minutes,
        earliest: from,
        latest: to,
      }
      return offers(
        agents.map(({ time }) => time),
        demand,
      )
    },
  }
}

/** The calendars of the requested agents. @throws Problem AGENT_NOT_FOUND, CALENDAR_NOT_FOUND */
export async function calendarsOf(
  calendars: CalendarCache,
  { application, agentId, queueId, ignored }: OfferTarget,
  window: Window,
): Promise<QueueCalendars> {
  const organization = application.organizationId
  if (queueId !== undefined) return calendars.ofQueue(organization, queueId, window, ignored)
  const calendar = await calendars.ofAgent(organization, agentId ?? '', window, ignored)
  if (calendar) return { calendars: [calendar], findEligible: eligibleAgents }
  throw unknownAgent({ application, ignored })
}

/** The agents of an empty window. @throws Problem AGENT_NOT_FOUND, CALENDAR_NOT_FOUND */
async function noAgents(
  pool: Deps['pool'],
  { application, agentId, queueId, ignored }: OfferTarget,
): Promise<readonly EligibleAgent[]> {
  if (queueId !== undefined) return []
  const known = await calendarVersions.ofAgents(pool, application.organizationId, [agentId ?? ''])
  if (known.length === 0) throw unknownAgent({ application, ignored })
  return []
}

const unknownAgent = ({ application, ignored }: Pick<OfferTarget, 'application' | 'ignored'>) =>
  ignored.length > 0 ? noCalendar(application.settings.availabilityPolicy) : problem('AGENT_NOT_FOUND')
