import type { Sql } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import { createCalendarLoader } from './calendar-loader.ts'
import { createCalendarStore } from './calendar-store.ts'
import type { AgentCalendar } from './domain/agent-calendar.ts'
import { eligibleAgents } from './domain/eligible-agents.ts'
import { DAY, mondayBefore, WEEK } from './domain/minutes.ts'
import { covers, type Window } from './domain/window.ts'
import { createQueueCalendars, type QueueCalendars } from './queue-calendars.ts'
import { createQueueMembers } from './queue-members.ts'
import { calendarVersions, type CalendarVersion } from './repositories/calendar-versions.ts'
import type { Holder } from './repositories/claimed-time.ts'
import { claims } from './repositories/claims.ts'
import { createSharedLoads } from './shared-loads.ts'

/** If a cached calendar lacks a part of the needed period, both periods are loaded as one of up to this length. */
const LONGEST_PERIOD = 20 * WEEK

/**
 * Period that is loaded for a window: whole weeks in UTC, so that neighbouring windows share it. The day around the
 * window covers buffers, and the local days and weeks of its starts.
 */
const periodAround = ({ from, to }: Window): Window => ({
  from: mondayBefore(from - DAY),
  to: mondayBefore(to + DAY) + WEEK,
})

/**
 * Calendars of agents that this replica has loaded. Every read compares versions with the database, so a copy is used
 * only while nothing has changed.
 *
 * A window reaches from the first start to the last end of the requested appointments.
 * @param mostBytes of all calendars together; the least recently used ones are dropped first
 */
export function createCalendarCache({
  sql,
  clock,
  mostBytes,
  count,
}: {
  sql: Sql
  clock: Clock
  mostBytes: number
  /** Counts calendars that were current, or had to be read. */
  count: (outcome: 'hit' | 'miss', calendars: number) => void
}) {
  const loader = createCalendarLoader({ sql, clock })
  const load = createSharedLoads({
    load: (organization, versions, period) => loader.load(organization, versions, period, []),
    clock,
  })
  const store = createCalendarStore(mostBytes)
  const queueMembers = createQueueMembers({ sql })

  /** The calendars of agents for a period, in the order of the versions, without those of removed agents. */
  async function current(
    organization: string,
    versions: readonly CalendarVersion[],
    needed: Window,
  ): Promise<AgentCalendar[]> {
    const kept = store.read(organization)
    const now = clock.now().getTime()
    const missing: CalendarVersion[] = []
    let period = needed
    const found: (AgentCalendar | undefined)[] = []
    for (const one of versions) {
      const calendar = kept.get(one.agentId)
      const isCurrent = calendar && calendar.version >= one.version && calendar.occupancy.validUntil > now
      if (isCurrent && covers(calendar, needed)) {
        found.push(calendar)
        continue
      }
      if (isCurrent) period = hull(period, calendar)
      found.push(undefined)
      missing.push(one)
    }
    count('hit', versions.length - missing.length)
    count('miss', missing.length)
    if (missing.length > 0) {
      const loaded = await load(organization, missing, period)
      if (kept.keep(loaded)) queues.forget()
      const byId = new Map(loaded.map((calendar) => [calendar.agent.id, calendar]))
      for (const [index, { agentId }] of versions.entries()) found[index] ??= byId.get(agentId)
    }
    return found.filter((calendar) => calendar !== undefined)
  }

  /** Like `current`, without the claims of some holders. The cache does not keep calendars that this changes. */
  async function without(
    organization: string,
    versions: readonly CalendarVersion[],
    period: Window,
    ignored: readonly Holder[],
  ): Promise<AgentCalendar[]> {
    const touched = await claims.agentsOf(sql, organization, ignored)
    const special = versions.filter(({ agentId }) => touched.has(agentId))
    const others = await current(
      organization,
      special.length === 0 ? versions : versions.filter(({ agentId }) => !touched.has(agentId)),
      period,
    )
    if (special.length === 0) return others
    count('miss', special.length)
    const all = [...others, ...(await loader.load(organization, special, period, ignored))]
    const byId = new Map(all.map((calendar) => [calendar.agent.id, calendar]))
    return versions.flatMap(({ agentId }) => byId.get(agentId) ?? [])
  }

  const queues = createQueueCalendars({ clock, current, onHits: (calendars) => count('hit', calendars) })

  return {
    /** The approximate number of members of a queue, to estimate the work of a request. */
    sizeOfQueue: (organization: string, queueId: string): Promise<number> =>
      queueMembers.count(organization, queueId),

    /** The calendar of one agent; undefined if the directory does not have it. */
    async ofAgent(
      organization: string,
      agentId: string,
      window: Window,
      ignored: readonly Holder[] = [],
    ): Promise<AgentCalendar | undefined> {
      const versions = await calendarVersions.ofAgents(sql, organization, [agentId])
      const [calendar] = await without(organization, versions, periodAround(window), ignored)
      return calendar
    },

    /** The calendars of agents, by their ids; those that the directory does not have are left out. */
    async ofAgents(
      organization: string,
      agentIds: readonly string[],
      window: Window,
    ): Promise<Map<string, AgentCalendar>> {
      const versions = await calendarVersions.ofAgents(sql, organization, agentIds)
      const found = await current(organization, versions, periodAround(window))
      return new Map(found.map((calendar) => [calendar.agent.id, calendar]))
    },

    /** The calendars of the members of a queue. */
    async ofQueue(
      organization: string,
      queueId: string,
      window: Window,
      ignored: readonly Holder[] = [],
    ): Promise<QueueCalendars> {
      const members = await queueMembers.of(organization, queueId)
      const period = periodAround(window)
      if (ignored.length === 0) return queues.of(organization, queueId, members, period)
      const calendars = await without(organization, members.versions, period, ignored)
      return { calendars, findEligible: eligibleAgents }
    },
  }
}
export type CalendarCache = ReturnType<typeof createCalendarCache>

/** The period that covers both, or only the first if that period would be too long. */
function hull(a: Window, b: Window): Window {
  const both = { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) }
  return both.to - both.from <= LONGEST_PERIOD ? both : a
}
