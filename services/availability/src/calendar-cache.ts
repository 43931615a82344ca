import type { Sql } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import { DAY, millisecondsAt, minuteAtOrAfter, minuteAtOrBefore, WEEK } from './domain/minutes.ts'
import type { AgentCalendar } from './domain/agent-calendar.ts'
import type { Intervals } from './domain/intervals.ts'
import { occupancyOf, type Claim } from './domain/occupancy.ts'
import { openingOf } from './domain/opening.ts'
import type { Window } from './domain/window.ts'
import { claims } from './repositories/claims.ts'
import { agentCalendars, type CalendarVersion, type StoredCalendar } from './repositories/agent-calendars.ts'

/** The whole local days and ISO weeks around a window, and the longest appointment with its buffers, fit in it. */
const MARGIN = 9 * DAY

/** Period that is loaded for a window: whole weeks, so that neighbouring windows share it. */
const periodAround = ({ from, to }: Window): Window => ({
  from: Math.floor((from - MARGIN) / WEEK) * WEEK,
  to: Math.ceil((to + MARGIN) / WEEK) * WEEK,
})

/** Agents per statement. */
const AT_ONCE = 500

/** An appointment or a hold whose claims do not count, because it is being changed. */
export type Holder = Claim['holder']

function calendarOf(
  { version, agent, schedule, holidays, exceptions, claims: stored }: StoredCalendar,
  period: Window,
  now: number,
  ignored: readonly Holder[],
): AgentCalendar {
  const time = {
    timezone: agent.timezone,
    hoursTimezone: schedule?.timezone,
    hours: schedule?.hours ?? agent.hours ?? [],
    exceptions: exceptions.map(({ type, from, until }) =>
      type === 'ABSENCE'
        ? { type, from: minuteAtOrBefore(from), until: minuteAtOrAfter(until) }
        : { type, from: minuteAtOrAfter(from), until: minuteAtOrBefore(until) },
    ),
    holidays: holidays ? [holidays] : [],
  }
  const counted = stored.filter(
    ({ holderType, holderId }) => !ignored.some(({ type, id }) => type === holderType && id === holderId),
  )
  const { id, displayName, active, skills, languages, timezone, maxPerDay, maxPerWeek } = agent
  return {
    ...period,
    version,
    agent: { id, displayName, active, skills, languages, timezone, maxPerDay, maxPerWeek },
    hasOwnHolidays: holidays !== null,
    opening: openingOf(time, period.from, period.to),
    occupancy: occupancyOf(counted.map(claimOf), [], now),
  }
}

const claimOf = (stored: StoredCalendar['claims'][number]): Claim => ({
  kind: stored.kind,
  holder: { type: stored.holderType, id: stored.holderId },
  serviceTypeId: stored.serviceTypeId ?? undefined,
  start: minuteAtOrBefore(stored.start),
  from: minuteAtOrBefore(stored.from),
  to: minuteAtOrAfter(stored.to),
  expiresAt: stored.expiresAt ?? undefined,
})

/**
 * Calendars of agents that this replica has loaded. Every read compares versions with the database, so a copy is used
 * only while nothing has changed.
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
  const calendars = new Map<string, AgentCalendar>()
  const queues = new Map<string, { version: string; members: CalendarVersion[] }>()
  let bytes = 0

  const drop = (key: string) => {
    const calendar = calendars.get(key)
    if (!calendar) return
    bytes -= sizeOf(calendar)
    calendars.delete(key)
  }
  const keep = (key: string, calendar: AgentCalendar) => {
    drop(key)
    calendars.set(key, calendar)
    bytes += sizeOf(calendar)
  }
  const usable = (key: string, version: number, { from, to }: Window): AgentCalendar | undefined => {
    const calendar = calendars.get(key)
    if (calendar?.version !== version || calendar.from > from || calendar.to < to) return undefined
    if (calendar.occupancy.validUntil <= clock.now().getTime()) return undefined
    // the most recently used come last
    calendars.delete(key)
    calendars.set(key, calendar)
    return calendar
  }

  const load = async (
    organization: string,
    agentIds: string[],
    period: Window,
    ignored: readonly Holder[],
  ) => {
    const loaded: AgentCalendar[] = []
    const [from, to] = [new Date(millisecondsAt(period.from)), new Date(millisecondsAt(period.to))]
    for (let i = 0; i < agentIds.length; i += AT_ONCE) {
      const now = clock.now().getTime()
      const some = agentIds.slice(i, i + AT_ONCE)
      for (const stored of await agentCalendars.load(sql, organization, some, { from, to }))
        loaded.push(calendarOf(stored, period, now, ignored))
    }
    return loaded
  }

  /**
   * The calendars of agents for a window, in the order of the versions; those of removed agents are left out.
   * @param ignored holders whose claims do not count; calendars without them are not kept
   */
  async function of(
    organization: string,
    versions: CalendarVersion[],
    window: Window,
    ignored: readonly Holder[],
  ): Promise<AgentCalendar[]> {
    const period = periodAround(window)
    const keyOf = (agentId: string) => JSON.stringify([organization, agentId])
    const touched = await claims.agentsOf(sql, organization, ignored)
    const found = new Map<string, AgentCalendar>()
    const missing: string[] = []
    const special: string[] = []
    for (const { agentId, version } of versions) {
      if (touched.has(agentId)) {
        special.push(agentId)
        continue
      }
      const calendar = usable(keyOf(agentId), version, period)
      if (calendar) found.set(agentId, calendar)
      else missing.push(agentId)
    }
    count('hit', found.size)
    count('miss', missing.length + special.length)
    for (const calendar of await load(organization, missing, period, [])) {
      found.set(calendar.agent.id, calendar)
      keep(keyOf(calendar.agent.id), calendar)
    }
    for (const calendar of await load(organization, special, period, ignored))
      found.set(calendar.agent.id, calendar)
    for (const key of calendars.keys()) {
      if (bytes <= mostBytes) break
      drop(key)
    }
    return versions.flatMap(({ agentId }) => found.get(agentId) ?? [])
  }

  return {
    /** About how many members a queue has: as of the last read here, which decides nothing but how much work it is. */
    async sizeOfQueue(organization: string, queueId: string): Promise<number> {
      const known = queues.get(JSON.stringify([organization, queueId]))
      return known?.members.length ?? agentCalendars.countMembers(sql, organization, queueId)
    },

    /** The calendar of one agent; undefined if the directory does not have it. */
    async ofAgent(
      organization: string,
      agentId: string,
      window: Window,
      ignored: readonly Holder[] = [],
    ): Promise<AgentCalendar | undefined> {
      const versions = await agentCalendars.versions(sql, organization, [agentId])
      return (await of(organization, versions, window, ignored))[0]
    },

    /** The calendars of agents, by their ids; those that the directory does not have are left out. */
    async ofAgents(
      organization: string,
      agentIds: readonly string[],
      window: Window,
    ): Promise<Map<string, AgentCalendar>> {
      const versions = await agentCalendars.versions(sql, organization, agentIds)
      const found = await of(organization, versions, window, [])
      return new Map(found.map((calendar) => [calendar.agent.id, calendar]))
    },

    /** The calendars of the members of a queue. */
    async ofQueue(
      organization: string,
      queueId: string,
      window: Window,
      ignored: readonly Holder[] = [],
    ): Promise<AgentCalendar[]> {
      const key = JSON.stringify([organization, queueId])
      const version = await agentCalendars.versionOfQueue(sql, organization, queueId)
      let queue = queues.get(key)
      if (queue?.version !== version) {
        queue = { version, members: await agentCalendars.versionsOfMembers(sql, organization, queueId) }
        queues.set(key, queue)
      }
      return of(organization, queue.members, window, ignored)
    },
  }
}
export type CalendarCache = ReturnType<typeof createCalendarCache>

/** Bytes of a calendar; arrays that it uses twice count once, and objects as a fixed number. */
function sizeOf({ opening, occupancy }: AgentCalendar): number {
  const { starts } = occupancy
  const arrays = new Set<Intervals>([
    opening.open,
    opening.hours,
    opening.extra,
    opening.holidays,
    opening.absences,
    occupancy.full,
    occupancy.booked,
    occupancy.held,
  ])
  const bytes = [...arrays].reduce((sum, { byteLength }) => sum + byteLength, 0)
  return 1000 + bytes + [...starts.values()].reduce((sum, { length }) => sum + 8 * length, 0)
}
