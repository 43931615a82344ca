import { agentTime, type AgentCalendar, type ApplicationTime } from './agent-calendar.ts'
import { obstacles, type Requirements } from './eligibility.ts'
import type { AgentTime } from './offers.ts'

/** An agent who may serve a request, with its time. */
export interface EligibleAgent {
  agentId: string
  displayName: string
  time: AgentTime
}

/** Which agents may be booked, and the time that the application adds to their calendars. */
export interface Eligibility {
  requirements: Requirements
  /** The agents of the application; absent if any may be assigned. */
  agentIds: readonly string[] | undefined
  time: ApplicationTime
}

/** Finds the agents who may serve a request at all, with their time in the period of their calendars. */
export type FindEligible = (
  calendars: readonly AgentCalendar[],
  eligibility: Eligibility,
) => readonly EligibleAgent[]

export const eligibleAgents: FindEligible = (calendars, eligibility) => {
  const allowed = allowedBy(eligibility)
  return calendars.flatMap((calendar) => eligibleAgent(calendar, eligibility, allowed) ?? [])
}

const allowedBy = ({ agentIds }: Eligibility) => agentIds && new Set(agentIds)

function eligibleAgent(
  calendar: AgentCalendar,
  { requirements, time }: Eligibility,
  allowed: ReadonlySet<string> | undefined,
): EligibleAgent | undefined {
  const { agent } = calendar
  if (obstacles(agent, requirements, allowed).length > 0) return undefined
  return { agentId: agent.id, displayName: agent.displayName, time: agentTime(calendar, time, calendar) }
}

/** Number of different requests to one queue, such as one for each service type, whose results are kept. */
const MOST_RESULTS = 4

interface Result {
  holidays: ApplicationTime['holidays']
  calendars: readonly AgentCalendar[]
  /** One element for each calendar; undefined if its agent is not eligible. */
  each: readonly (EligibleAgent | undefined)[]
  agents: readonly EligibleAgent[]
}

/** Like {@link eligibleAgents}, for one list of calendars that changes little from call to call. */
export function rememberedEligibleAgents(): FindEligible {
  const results = new Map<string, Result>()
  return (calendars, eligibility) => {
    const { requirements, agentIds, time } = eligibility
    const key = JSON.stringify([requirements, agentIds, time.ofType])
    const kept = results.get(key)
    const known = kept?.holidays === time.holidays ? kept : undefined
    if (known?.calendars === calendars) return known.agents
    const allowed = allowedBy(eligibility)
    const each = calendars.map((calendar, index) =>
      known && known.calendars[index] === calendar
        ? known.each[index]
        : eligibleAgent(calendar, eligibility, allowed),
    )
    const agents = each.filter((agent) => agent !== undefined)
    results.delete(key)
    results.set(key, { holidays: time.holidays, calendars, each, agents })
    for (const oldest of results.keys()) {
      if (results.size <= MOST_RESULTS) break
      results.delete(oldest)
    }
    return agents
  }
}
