import {
  instant,
  MOST_DAYS,
  problem,
  type Caller,
  type FreeBusy,
  type FreeBusyQuery,
} from '@appointments/contracts'
import { seesAppointmentsOf } from '../domain/access.ts'
import { calendarFor, type AgentCalendar } from '../domain/agent-calendar.ts'
import { clip, intersect, NO_INTERVALS, pairsOf, type Intervals } from '../domain/intervals.ts'
import { millisecondsAt } from '../domain/minutes.ts'
import { occupiedTimes, type OccupiedTime } from '../domain/occupied-times.ts'
import { organizationOf } from '../domain/organization.ts'
import { windowOf, type Window } from '../domain/window.ts'
import { zoneClock } from '../domain/zone-clock.ts'
import { storedTimes } from '../repositories/stored-times.ts'
import type { Deps } from './deps.ts'
import { requireOwnApplication } from './require-own-application.ts'

type FreeBusyDeps = Pick<Deps, 'pool' | 'clock' | 'calendars' | 'holidays'>

/**
 * The open and the busy time of agents in a window. With an application, its holidays count for agents without a
 * holiday calendar of their own.
 * @throws Problem APPLICATION_NOT_FOUND, ORGANIZATION_NOT_FOUND, AGENT_NOT_FOUND, VALIDATION_FAILED
 */
export const findFreeBusy =
  ({ pool, clock, calendars, holidays }: FreeBusyDeps) =>
  async ({ caller, query }: { caller: Caller; query: FreeBusyQuery }): Promise<FreeBusy> => {
    const { applicationId } = query
    const application =
      applicationId === undefined ? undefined : await requireOwnApplication(pool, { caller, applicationId })
    const organization = application?.organizationId ?? organizationOf(caller, query.organizationId)
    const now = clock.now()
    const window = windowOf(query, zoneClock(query.timezone ?? 'UTC'), MOST_DAYS.slots, now)
    const closed = application
      ? await holidays.closed(organization, application.settings.holidayCalendarIds, window)
      : NO_INTERVALS
    const agentIds = [...new Set(query.agentId)]
    const period = { from: new Date(millisecondsAt(window.from)), to: new Date(millisecondsAt(window.to)) }
    const stored = await storedTimes(pool, organization, agentIds, period, now)
    const current = await calendars.ofAgents(organization, agentIds, window)
    const agents: FreeBusy['agents'] = []
    for (const agentId of agentIds) {
      const calendar = current.get(agentId)
      const times = stored.find((one) => one.agentId === agentId)
      if (!calendar || !times) throw problem('AGENT_NOT_FOUND')
      const sees = seesAppointmentsOf(caller, agentId)
      const occupied = occupiedTimes(times).map((time) => busyTime(time, sees))
      agents.push({
        agentId,
        ...openAndHolidays(calendarFor(calendar, { holidays: closed }), window, occupied),
      })
    }
    return { agents }
  }

type Busy = FreeBusy['agents'][number]['busy'][number]

const busyTime = ({ kind, from, until, appointmentId }: OccupiedTime, seesAppointment: boolean): Busy => ({
  kind,
  from: instant(from),
  until: instant(until),
  ...(seesAppointment && appointmentId !== undefined && { appointmentId }),
})

/** The open time, and the busy times with the holidays that close working hours, in order. */
function openAndHolidays({ opening }: AgentCalendar, { from, to }: Window, occupied: readonly Busy[]) {
  const ranges = (intervals: Intervals) =>
    [...pairsOf(clip(intervals, from, to))].map(([begin, end]) => ({
      from: instant(millisecondsAt(begin)),
      until: instant(millisecondsAt(end)),
    }))
  const onHoliday = ranges(intersect(opening.hours, opening.holidays))
  const busy = [...occupied, ...onHoliday.map((range): Busy => ({ ...range, kind: 'HOLIDAY' }))]
  return { open: ranges(opening.open), busy: busy.sort((a, b) => Date.parse(a.from) - Date.parse(b.from)) }
}
