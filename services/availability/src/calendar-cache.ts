import type { Agent } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import { DAY, millisecondsAt, minuteAtOrAfter, minuteAtOrBefore, WEEK } from './domain/minutes.ts'
import { occupancyOf, type Occupancy } from './domain/occupancy.ts'
import { openingOf } from './domain/opening.ts'
import type { Intervals } from './domain/intervals.ts'
import type { Window } from './domain/window.ts'
import { agentCalendars, type CalendarVersion, type StoredCalendar } from './repositories/agent-calendars.ts'

/** What decides when an agent is free during a period. */
export interface AgentCalendar extends Window {
  version: number
  agent: Pick<Agent, 'id' | 'active' | 'skills' | 'languages' | 'timezone' | 'maxPerDay' | 'maxPerWeek'>
  open: Intervals
  occupancy: Occupancy
}

/** The whole local days and ISO weeks around a window, and the longest appointment with its buffers, fit in it. */
const MARGIN = 9 * DAY

/** Period that is loaded for a window: whole weeks, so that neighbouring windows share it. */
const periodAround = ({ from, to }: Window): Window => ({
  from: Math.floor((from - MARGIN) / WEEK) * WEEK,
  to: Math.ceil((to + MARGIN) / WEEK) * WEEK,
})

/** Agents per statement. */
const AT_ONCE = 500

function calendarOf(stored: StoredCalendar, period: Window, now: number): AgentCalendar {
  const { version, agent, schedule, holidays, exceptions, claims } = stored
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
  const { id, active, skills, languages, timezone, maxPerDay, maxPerWeek } = agent
  return {
    ...period,
    version,
    agent: { id, active, skills, languages, timezone, maxPerDay, maxPerWeek },
    open: openingOf(time, period.from, period.to).open,
    occupancy: occupancyOf(
      claims.map((claim) => ({
        kind: claim.kind,
        holder: { type: claim.holderType, id: claim.holderId },
        serviceTypeId: claim.serviceTypeId ?? undefined,
        start: minuteAtOrBefore(claim.start),
        from: minuteAtOrBefore(claim.from),
        to: minuteAtOrAfter(claim.to),
        expiresAt: claim.expiresAt ?? undefined,
      })),
      [],
      now,
    ),
  }
}

/**
 * Calendars of agents that this replica has loaded. Every read compares versions with the database, so a copy is used
 * only while nothing has changed.
 * @param mostBytes of all calendars together; the least recently used ones are dropped first
 */
export function createCalendarCache({
  sql,
  clock,
  mostBytes,
}: {
  sql: Sql
  clock: Clock
  mostBytes: number
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

  /** The calendars of agents for a window, in the order of the versions; those of removed agents are left out. */
  async function of(
    organization: string,
    versions: CalendarVersion[],
    window: Window,
  ): Promise<AgentCalendar[]> {
    const period = periodAround(window)
    const keyOf = (agentId: string) => JSON.stringify([organization, agentId])
    const found = new Map<string, AgentCalendar>()
    const missing: string[] = []
    for (const { agentId, version } of versions) {
      const calendar = usable(keyOf(agentId), version, period)
      if (calendar) found.set(agentId, calendar)
      else missing.push(agentId)
    }
    for (let i = 0; i < missing.length; i += AT_ONCE) {
      const now = clock.now().getTime()
      const [from, to] = [new Date(millisecondsAt(period.from)), new Date(millisecondsAt(period.to))]
      for (const stored of await agentCalendars.load(sql, organization, missing.slice(i, i + AT_ONCE), {
        from,
        to,
      })) {
        const calendar = calendarOf(stored, period, now)
        found.set(calendar.agent.id, calendar)
        keep(keyOf(calendar.agent.id), calendar)
      }
    }
    for (const key of calendars.keys()) {
      if (bytes <= mostBytes) break
      drop(key)
    }
    return versions.flatMap(({ agentId }) => found.get(agentId) ?? [])
  }

  return {
    /** The calendar of one agent; undefined if the directory does not have it. */
    async ofAgent(organization: string, agentId: string, window: Window): Promise<AgentCalendar | undefined> {
      const version = await agentCalendars.version(sql, organization, agentId)
      return version && (await of(organization, [version], window))[0]
    },

    /** The calendars of the members of a queue. */
    async ofQueue(organization: string, queueId: string, window: Window): Promise<AgentCalendar[]> {
      const key = JSON.stringify([organization, queueId])
      const version = await agentCalendars.versionOfQueue(sql, organization, queueId)
      let queue = queues.get(key)
      if (queue?.version !== version) {
        queue = { version, members: await agentCalendars.versionsOfMembers(sql, organization, queueId) }
        queues.set(key, queue)
      }
      return of(organization, queue.members, window)
    },
  }
}
export type CalendarCache = ReturnType<typeof createCalendarCache>

/** Bytes of a calendar; objects count as a fixed number. */
const sizeOf = ({ open, occupancy: { full, starts } }: AgentCalendar): number =>
  1000 +
  open.byteLength +
  full.byteLength +
  [...starts.values()].reduce((sum, { length }) => sum + 8 * length, 0)
