import {
  hasRole,
  problem,
  type Caller,
  type NextSlotQuery,
  type ServiceType,
  type SlotDayQuery,
  type SlotQuery,
} from '@appointments/contracts'
import type { CalendarCache } from '../calendar-cache.ts'
import { agentTime } from '../domain/agent-calendar.ts'
import { allOf, obstacles } from '../domain/eligibility.ts'
import {
  offerSettings,
  wantedDuration,
  type OfferSettings,
  type WantedDuration,
} from '../domain/offer-settings.ts'
import { offers, type AgentTime, type Demand, type Offers } from '../domain/offers.ts'
import { bounded, type Window } from '../domain/window.ts'
import { zoneClock, type ZoneClock } from '../domain/zone-clock.ts'
import { queues, serviceTypes } from '../repositories/directory.ts'
import { applicationTime } from './application-time.ts'
import type { Deps } from './deps.ts'
import { requireOwnApplication } from './require-own-application.ts'

/** Who asks for offers, and of what. */
export interface OfferRequest {
  caller: Caller
  query: Omit<SlotQuery | SlotDayQuery | NextSlotQuery, 'to' | 'limit' | 'include'>
}

export type OfferDeps = Pick<Deps, 'pool' | 'clock' | 'calendars' | 'holidays'>

/** A request whose names are resolved, ready to be asked for windows. */
export interface OpenRequest {
  settings: OfferSettings
  duration: WantedDuration
  /** The clock of the reader. */
  reader: ZoneClock
  now: Date
  /** Narrows a window to the starts that the caller may choose. */
  bound: (window: Window) => Window
  /** The agents who may serve the request, with their time in a window. */
  agentsIn: (window: Window) => Promise<EligibleAgent[]>
  /** The offers of agents in a window. */
  offersOf: (agents: readonly EligibleAgent[], window: Window) => Offers
}

export interface EligibleAgent {
  agentId: string
  time: AgentTime
}

const NO_OFFERS: Offers = { starts: [], free: [] }

/**
 * Resolves who and what a request asks for. An agent goes before a queue, and a queue before that of the service type.
 * @throws Problem APPLICATION_NOT_FOUND, SERVICE_TYPE_NOT_FOUND, QUEUE_NOT_FOUND, CALENDAR_NOT_FOUND, VALIDATION_FAILED
 */
export async function openRequest(deps: OfferDeps, { caller, query }: OfferRequest): Promise<OpenRequest> {
  const { pool, clock, calendars } = deps
  const { applicationId, serviceTypeId, agentId } = query
  const application = await requireOwnApplication(pool, { caller, applicationId })
  const organization = application.organizationId
  const serviceType =
    serviceTypeId === undefined ? undefined : await activeType(pool, applicationId, serviceTypeId)
  const queueId = agentId === undefined ? (query.queueId ?? serviceType?.queueId) : undefined
  if (agentId === undefined && queueId === undefined) throw problem('CALENDAR_NOT_FOUND')
  const queue = queueId === undefined ? undefined : await queues.get(pool, organization, queueId)
  const duration = wantedDuration(query.duration, serviceType)
  const settings = offerSettings(serviceType, application.settings.defaults, application.timezone)
  const asked = {
    skills: query.skills ?? [],
    languages: query.language === undefined ? [] : [query.language],
  }
  const requirements = allOf(queue?.requires, serviceType?.requires, asked)
  const now = clock.now()
  const isBound = !hasRole(caller, 'ROLE_AGENT', 'ROLE_SUPERVISOR')

  return {
    settings,
    duration,
    reader: query.timezone === undefined ? settings.grid.clock : zoneClock(query.timezone),
    now,
    bound: (window) => bounded(window, settings, isBound, now),
    async agentsIn(window) {
      const all =
        queueId === undefined
          ? [await requireAgent(calendars, organization, agentId ?? '', window)]
          : await calendars.ofQueue(organization, queueId, window)
      const time = await applicationTime(deps, application, serviceType, window)
      return all
        .filter(({ agent }) => obstacles(agent, requirements, application.agentIds).length === 0)
        .map((calendar) => ({
          agentId: calendar.agent.id,
          time: agentTime(calendar, time, window),
        }))
    },
    offersOf(agents, { from, to }) {
      if (!duration.isOffered || from >= to) return NO_OFFERS
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

async function activeType(pool: Deps['pool'], applicationId: string, id: string): Promise<ServiceType> {
  const serviceType = await serviceTypes.get(pool, applicationId, id)
  if (!serviceType.active) throw problem('SERVICE_TYPE_NOT_FOUND')
  return serviceType
}

async function requireAgent(calendars: CalendarCache, organization: string, agentId: string, window: Window) {
  const calendar = await calendars.ofAgent(organization, agentId, window)
  if (!calendar) throw problem('AGENT_NOT_FOUND')
  return calendar
}
