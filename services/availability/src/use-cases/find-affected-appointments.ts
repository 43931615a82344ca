import {
  instant,
  MOST_DAYS,
  pageOf,
  problem,
  sliceOf,
  type AffectedAppointment,
  type AffectedQuery,
  type Caller,
  type Page,
} from '@appointments/contracts'
import { calendarFor, type AgentCalendar } from '../domain/agent-calendar.ts'
import type { Intervals } from '../domain/intervals.ts'
import { millisecondsAt, minuteAtOrAfter, minuteAtOrBefore, WEEK } from '../domain/minutes.ts'
import { organizationOf } from '../domain/organization.ts'
import { closedReasons } from '../domain/reasons.ts'
import { windowOf, type Window } from '../domain/window.ts'
import { zoneClock } from '../domain/zone-clock.ts'
import { affected, type ClaimOfAgent, type Selection } from '../repositories/affected.ts'
import { applications } from '../repositories/applications.ts'
import { queues, teams } from '../repositories/directory.ts'
import { exceptions } from '../repositories/exceptions.ts'
import type { Deps } from './deps.ts'

type AffectedDeps = Pick<Deps, 'pool' | 'clock' | 'calendars' | 'holidays'>

/** Agents whose claims are read together. */
const AT_ONCE = 500
/** No appointment is longer. */
const LONGEST = WEEK

/**
 * The appointments whose agent is not open for them, is inactive, or is not in the directory, sorted by start.
 * @throws Problem ORGANIZATION_NOT_FOUND, TEAM_NOT_FOUND, QUEUE_NOT_FOUND, EXCEPTION_NOT_FOUND, VALIDATION_FAILED
 */
export const findAffectedAppointments =
  (deps: AffectedDeps) =>
  async ({ caller, query }: { caller: Caller; query: AffectedQuery }): Promise<Page<AffectedAppointment>> => {
    const { pool, clock } = deps
    const organization = organizationOf(caller, query.organizationId)
    const { selection, range } = await selected(pool, organization, query)
    const window = range ?? windowOf(query, zoneClock('UTC'), MOST_DAYS.days, clock.now())
    const period = { from: new Date(millisecondsAt(window.from)), to: new Date(millisecondsAt(window.to)) }
    // appointments that overlap the window may begin before it and end after it
    const around = { from: window.from - LONGEST, to: window.to + LONGEST }
    const holidaysOf = rememberedHolidays(deps, organization, around)
    const agentIds = await affected.agents(pool, organization, selection, period)
    const found: AffectedAppointment[] = []
    for (let i = 0; i < agentIds.length; i += AT_ONCE) {
      const some = agentIds.slice(i, i + AT_ONCE)
      const calendars = await deps.calendars.ofAgents(organization, some, around)
      for (const claim of await affected.claims(pool, organization, some, period)) {
        const calendar = calendars.get(claim.agentId)
        const holidays = await holidaysOf(claim.applicationId)
        const reasons = reasonsAgainst(calendar, claim, holidays)
        if (reasons.length > 0) found.push(presented(claim, calendar, reasons))
      }
    }
    const slice = sliceOf(query, 'start')
    const direction = slice.order === 'ASC' ? 1 : -1
    found.sort((a, b) => direction * (Date.parse(a.start) - Date.parse(b.start) || compare(a, b)))
    const content = found.slice(slice.offset, slice.offset + slice.limit)
    return pageOf({ content, total: found.length }, slice)
  }

const compare = (a: AffectedAppointment, b: AffectedAppointment) =>
  a.appointmentId === b.appointmentId ? 0 : a.appointmentId < b.appointmentId ? -1 : 1

/** The agents whose appointments are requested, and the period of the exception if the request names one. */
async function selected(
  pool: Deps['pool'],
  organization: string,
  { agentId, teamId, queueId, exceptionId }: AffectedQuery,
): Promise<{ selection: Selection; range?: Window }> {
  if (teamId !== undefined) {
    await teams.get(pool, organization, teamId)
    return { selection: { teamId } }
  }
  if (queueId !== undefined) {
    await queues.get(pool, organization, queueId)
    return { selection: { queueId } }
  }
  if (exceptionId === undefined) return { selection: { agentId: agentId ?? '' } }
  const exception = await exceptions.range(pool, organization, exceptionId)
  if (!exception) throw problem('EXCEPTION_NOT_FOUND')
  const range = {
    from: minuteAtOrBefore(exception.startsAt.getTime()),
    to: minuteAtOrAfter(exception.endsAt.getTime()),
  }
  return { selection: { agentId: exception.agentId }, range }
}

/** The holidays of applications, each read once. */
function rememberedHolidays({ pool, holidays }: AffectedDeps, organization: string, window: Window) {
  const known = new Map<string, Promise<Intervals>>()
  return (applicationId: string): Promise<Intervals> => {
    const read = async () => {
      const { settings } = await applications.of(pool, applicationId)
      return holidays.closed(organization, settings.holidayCalendarIds, window)
    }
    const reading = known.get(applicationId) ?? read()
    known.set(applicationId, reading)
    return reading
  }
}

function reasonsAgainst(
  calendar: AgentCalendar | undefined,
  { start, end }: ClaimOfAgent,
  holidays: Intervals,
): AffectedAppointment['reasons'] {
  if (!calendar) return ['AGENT_UNKNOWN']
  const { opening } = calendarFor(calendar, { holidays })
  const [from, to] = [minuteAtOrBefore(start.getTime()), minuteAtOrAfter(end.getTime())]
  return [...closedReasons(opening, from, to), ...(calendar.agent.active ? [] : ['INACTIVE' as const])]
}

const presented = (
  { appointmentId, applicationId, agentId, queueId, start, end, kind }: ClaimOfAgent,
  calendar: AgentCalendar | undefined,
  reasons: AffectedAppointment['reasons'],
): AffectedAppointment => ({
  appointmentId,
  applicationId,
  agentId,
  ...(queueId !== null && { queueId }),
  start: instant(start.getTime()),
  end: instant(end.getTime()),
  timezone: calendar?.agent.timezone ?? 'UTC',
  kind: kind === 'RESERVED' ? 'RESERVED' : 'ASSIGNED',
  reasons,
})
