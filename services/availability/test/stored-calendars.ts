import { randomUUID } from 'node:crypto'
import type { Caller } from '@appointments/contracts'
import { expect } from 'vitest'
import type { Claim } from '../src/domain/occupancy.ts'
import type { HolidayCalendar } from '../src/domain/opening.ts'
import type { HoursEntry } from '../src/domain/recurring-hours.ts'
import type { AgentCase, RequestCase } from './naive-calendar.ts'
import { aCaller, type RunningAvailability } from './running-service.ts'

/** A minute as an instant of a request. */
export const instantOf = (minute: number): string =>
  new Date(minute * 60_000).toISOString().replace('.000Z', 'Z')

const minutes = (count: number) => `PT${count}M`

/** The service type by which stored calendars are read, and the queue that serves it. */
export const SERVICE_TYPE = 'consultation'
const QUEUE = 'desk'

/** A request that the directory can store. */
export interface StorableCase extends RequestCase {
  /** The holiday calendar of each agent; undefined if it has none of its own. */
  ownHolidays: (HolidayCalendar | undefined)[]
  /** The holiday calendars of all other agents. */
  applicationHolidays: HolidayCalendar[]
}

/** Hours that end before they begin are not accepted, and would open nothing. */
const isAccepted = ({ validFrom = '', validUntil = '9999' }: HoursEntry) => validFrom <= validUntil

/** The days of a calendar, each date once. */
const eachOnce = ({ timezone, days }: HolidayCalendar): HolidayCalendar => ({
  timezone,
  days: days.filter(({ date }, index) => days.findIndex((one) => one.date === date) === index),
})

/**
 * A request as the directory can store it: an agent has one holiday calendar or those of the application, all agents
 * have the maximum of the service type, and there are no external busy times.
 */
export function storable(request: RequestCase): StorableCase {
  const [first] = request.agents as [AgentCase]
  const calendars = request.agents.map(({ holidays }) => holidays.map(eachOnce))
  const applicationHolidays = calendars[0]?.slice(1) ?? []
  const ownHolidays = calendars.map(([own]) => own)
  return {
    ...request,
    ownHolidays,
    applicationHolidays,
    agents: request.agents.map((agent, index) => ({
      ...agent,
      hours: agent.hours.filter(isAccepted),
      holidays: ownHolidays[index] ? [ownHolidays[index]] : applicationHolidays,
      external: [],
      maxima: { ...agent.maxima, ofType: first.maxima.ofType },
    })),
  }
}

/** Calendars that a service has stored, in an organization of their own. */
export interface StoredCalendars {
  organizationId: string
  applicationId: string
  /** A client that the notice and the horizon bind. */
  machine: Caller
  agentIds: string[]
  /** Publishes a claim of an agent. @returns a function that frees its time */
  claim: (agentId: string, claim: Claim, more?: { applicationId: string }) => Promise<() => Promise<void>>
}

/** Stores the calendars of a request, without claims, and sets the clock of the service to its beginning. */
export async function storeCalendars(
  service: RunningAvailability,
  request: StorableCase,
): Promise<StoredCalendars> {
  const organizationId = `org-${randomUUID()}`
  const applicationId = `app-${randomUUID()}`
  const machine = aCaller({ organizationId, roles: ['ROLE_CLIENT_SERVICE'] })
  const put = async (path: string, body: object) => {
    const { status, body: stored } = await service.put(path, body, { caller: machine })
    expect(status, JSON.stringify(stored)).toBe(201)
  }
  const storeHolidays = (id: string, { timezone, days }: HolidayCalendar) =>
    put(`/holiday-calendars/${id}`, {
      name: id,
      timezone,
      days: days.map(({ date, open = [] }) => ({ date, name: 'Holiday', ...(open.length > 0 && { open }) })),
    })

  service.clock.current = new Date(request.now)
  await put(`/queues/${QUEUE}`, { name: 'Desk' })
  await service.configured({ id: applicationId, version: 1, organizationId })
  await put(`/applications/${applicationId}/service-types/${SERVICE_TYPE}`, serviceTypeOf(request))
  const shared = request.applicationHolidays.map((calendar, index) => [`shared-${index}`, calendar] as const)
  for (const [id, calendar] of shared) await storeHolidays(id, calendar)
  const holidayCalendarIds = shared.map(([id]) => id)
  await service.offering({ applicationId, version: 1, publicSlots: true, holidayCalendarIds })

  const agentIds = request.agents.map((_, index) => `agent-${index}`)
  for (const [index, agent] of request.agents.entries()) {
    const { hoursTimezone: timezone, hours, exceptions } = agent
    const own = request.ownHolidays[index]
    if (own) await storeHolidays(`own-${index}`, own)
    if (timezone !== undefined) await put(`/schedules/schedule-${index}`, { name: 'Own', timezone, hours })
    await put(`/agents/agent-${index}`, {
      displayName: `Agent ${index}`,
      timezone: agent.timezone,
      queues: [{ queueId: QUEUE }],
      ...(timezone === undefined ? { hours } : { scheduleId: `schedule-${index}` }),
      ...(own && { holidayCalendarId: `own-${index}` }),
      ...(agent.maxima.perDay !== undefined && { maxPerDay: agent.maxima.perDay }),
      ...(agent.maxima.perWeek !== undefined && { maxPerWeek: agent.maxima.perWeek }),
    })
    for (const { type, from, until } of exceptions) {
      const body = { type, from: instantOf(from), until: instantOf(until) }
      const { status } = await service.post(`/agents/agent-${index}/exceptions`, body, { caller: machine })
      expect(status).toBe(201)
    }
  }
  return {
    ...{ organizationId, applicationId, machine, agentIds },
    async claim(agentId, { kind, serviceTypeId, start, from, to, expiresAt }, more) {
      const end = expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }
      const holder = {
        // a repeated run needs other ids, because versions of a holder only grow
        holder: { type: kind === 'HELD' ? ('HOLD' as const) : ('APPOINTMENT' as const), id: randomUUID() },
        organizationId,
        applicationId: more?.applicationId ?? applicationId,
        ...(serviceTypeId !== undefined && { serviceTypeId }),
        start: instantOf(start),
        end: instantOf(to),
      }
      const claims = [{ agentId, kind, from: instantOf(from), to: instantOf(to), ...end }]
      await service.claimed({ ...holder, version: 1, claims })
      return () => service.claimed({ ...holder, version: 2, claims: [] })
    },
  }
}

function serviceTypeOf(request: RequestCase): object {
  const ofType = request.agents[0]?.maxima.ofType?.perDay
  return {
    name: 'Consultation',
    bookableBy: 'ANYONE',
    queueId: QUEUE,
    durations: [minutes(request.duration)],
    granularity: minutes(request.granularity),
    alignmentOffset: minutes(request.alignment),
    bufferBefore: minutes(request.bufferBefore),
    bufferAfter: minutes(request.bufferAfter),
    horizon: 'P730D',
    timezone: request.gridZone,
    ...(ofType !== undefined && { perAgentMaxPerDay: ofType }),
  }
}

/** Stores the claims of every agent of a request. */
export async function storeClaims(stored: StoredCalendars, { agents }: RequestCase): Promise<void> {
  for (const [index, { claims }] of agents.entries())
    for (const claim of claims) await stored.claim(`agent-${index}`, claim)
}
