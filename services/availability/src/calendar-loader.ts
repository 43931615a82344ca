import type { Sql } from '@appointments/postgres'
import { createBoundedCache, type Clock } from '@appointments/runtime'
import type { AgentCalendar } from './domain/agent-calendar.ts'
import { DAY, millisecondsAt, minuteAtOrAfter, minuteAtOrBefore } from './domain/minutes.ts'
import { occupancyOf, type ClaimGroup } from './domain/occupancy.ts'
import { openingWith, regularOpening, type CalendarException, type Opening } from './domain/opening.ts'
import type { Window } from './domain/window.ts'
import { zoneClock } from './domain/zone-clock.ts'
import { agentTimes, holidaysOf, hoursOf, type AgentTimes } from './repositories/agent-times.ts'
import type { CalendarVersion } from './repositories/calendar-versions.ts'
import { claimedTime, type Holder } from './repositories/claimed-time.ts'

/** Agents per statement: few enough to stay far below the statement timeout, even with months of appointments. */
const AT_ONCE = 50
/** Chunks in progress at once, so that one is read while another is processed. */
const LANES = 2
/** Maximum number of cached openings, which agents with the same schedule share. */
const MOST_OPENINGS = 1000
/** The local days and weeks of a period begin and end at most this far outside it. */
const ZONES = DAY

/** Reads calendars of agents from the database. */
export function createCalendarLoader({ sql, clock }: { sql: Sql; clock: Clock }) {
  const openings = createBoundedCache<Opening>(MOST_OPENINGS)

  /** The opening without exceptions; agents with the same hours, zone and holidays share one object. */
  function regular(times: AgentTimes, { from, to }: Window): Opening {
    const { hours, hoursTimezone, holidays, agent } = times
    const zone = hoursTimezone ?? agent.timezone
    const key = JSON.stringify([from, to, zone, hours, holidays])
    const known = openings.get(key, 0)
    if (known) return known
    const opening = regularOpening(
      { timezone: zone, hours: hoursOf(times), holidays: holidaysOf(times) },
      from,
      to,
    )
    openings.set(key, opening, Infinity)
    return opening
  }

  const calendarOf = (
    times: AgentTimes,
    version: number,
    claims: readonly ClaimGroup[],
    period: Window,
    now: number,
  ): AgentCalendar => ({
    ...period,
    version,
    agent: times.agent,
    hasOwnHolidays: times.holidays !== null,
    opening: openingWith(regular(times, period), times.exceptions.map(exceptionOf), period.from, period.to),
    occupancy: occupancyOf(claims, [], zoneClock(times.agent.timezone), now),
  })

  async function some(
    organization: string,
    versions: readonly CalendarVersion[],
    period: Window,
    ignored: readonly Holder[],
  ): Promise<AgentCalendar[]> {
    const now = clock.now()
    const ids = versions.map(({ agentId }) => agentId)
    const [times, claims] = await Promise.all([
      agentTimes(sql, organization, ids, datesOf(period)),
      claimedTime(
        sql,
        organization,
        ids,
        datesOf({ from: period.from - ZONES, to: period.to + ZONES }),
        ignored,
        now,
      ),
    ])
    const versionOf = new Map(versions.map(({ agentId, version }) => [agentId, version]))
    return times.map((one) =>
      calendarOf(
        one,
        versionOf.get(one.agent.id) ?? 0,
        claims.get(one.agent.id) ?? [],
        period,
        now.getTime(),
      ),
    )
  }

  return {
    /**
     * Reads the calendars of agents for a period. Claims are also read for the local days and weeks that it touches.
     * @param versions read before, so the calendars are at least as new
     * @param ignored holders whose claims do not count
     * @returns in any order, without agents that were removed meanwhile
     */
    async load(
      organization: string,
      versions: readonly CalendarVersion[],
      period: Window,
      ignored: readonly Holder[],
    ): Promise<AgentCalendar[]> {
      const found: AgentCalendar[] = []
      let next = 0
      const lane = async (): Promise<void> => {
        while (next < versions.length) {
          const chunk = versions.slice(next, next + AT_ONCE)
          next += AT_ONCE
          found.push(...(await some(organization, chunk, period, ignored)))
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      return found
    },
  }
}

const datesOf = ({ from, to }: Window) => ({
  from: new Date(millisecondsAt(from)),
  to: new Date(millisecondsAt(to)),
})

const exceptionOf = ({ type, from, until }: AgentTimes['exceptions'][number]): CalendarException =>
  type === 'ABSENCE'
    ? { type, from: minuteAtOrBefore(from), until: minuteAtOrAfter(until) }
    : { type, from: minuteAtOrAfter(from), until: minuteAtOrBefore(until) }
