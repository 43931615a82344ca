import type { Agent } from '@appointments/contracts'
import type { Intervals } from './intervals.ts'
import { cappedStarts, type Maxima } from './maxima.ts'
import type { Occupancy } from './occupancy.ts'
import type { AgentTime } from './offers.ts'
import { closedOn, type Opening } from './opening.ts'
import type { Window } from './window.ts'
import { zoneClock } from './zone-clock.ts'

/** Everything that determines when an agent is free during a period. */
export interface AgentCalendar extends Window {
  version: number
  agent: Pick<
    Agent,
    'id' | 'displayName' | 'active' | 'skills' | 'languages' | 'timezone' | 'maxPerDay' | 'maxPerWeek'
  >
  /** Whether the agent has a holiday calendar that replaces those of the application. */
  hasOwnHolidays: boolean
  opening: Opening
  occupancy: Occupancy
}

/** Time that an application adds to the calendars of agents. */
export interface ApplicationTime {
  /** Maximum number of appointments of the service type for each agent and day. */
  ofType?: Maxima['ofType']
  /** The time that the application's holidays close for agents without a calendar of their own. */
  holidays: Intervals
}

/** An agent's calendar as it applies to an application. */
export function calendarFor(calendar: AgentCalendar, { holidays }: ApplicationTime): AgentCalendar {
  if (calendar.hasOwnHolidays || holidays.length === 0) return calendar
  return { ...calendar, opening: closedOn(calendar.opening, holidays) }
}

/** The maxima of an agent. */
export const maximaOf = ({ agent }: AgentCalendar, { ofType }: ApplicationTime): Maxima => ({
  perDay: agent.maxPerDay,
  perWeek: agent.maxPerWeek,
  ofType,
})

/** The time of an agent that decides about starts in a window. */
export function agentTime(
  calendar: AgentCalendar,
  application: ApplicationTime,
  { from, to }: Window,
): AgentTime {
  const { agent, occupancy } = calendar
  const maxima = maximaOf(calendar, application)
  return {
    open: calendarFor(calendar, application).opening.open,
    full: occupancy.full,
    capped: cappedStarts(zoneClock(agent.timezone), occupancy.starts, maxima, from, to),
  }
}
