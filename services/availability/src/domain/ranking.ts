import type { AgentCalendar } from './agent-calendar.ts'
import { minutesWithin, union } from './intervals.ts'
import { localDayOf, localWeekOf } from './maxima.ts'
import type { Minute } from './minutes.ts'
import type { Window } from './window.ts'
import { zoneClock } from './zone-clock.ts'

/** Numbers by which agents are compared in turn; the lowest go first. */
export type Rank = readonly number[]

/** The data about a member of a queue that ROUND_ROBIN needs. */
export interface QueueShare {
  weight: number
  /** Minutes of the queue's appointments that the agent has in the period. */
  served: number
}

/** LEAST_LOADED: the occupied minutes of the agent's local day, then those of its ISO week. */
export function loadOf({ agent, occupancy }: AgentCalendar, start: Minute): Rank {
  const clock = zoneClock(agent.timezone)
  const occupied = union(occupancy.booked, occupancy.held)
  const [day, week] = [localDayOf(clock, start), localWeekOf(clock, start)]
  return [minutesWithin(occupied, day.from, day.to), minutesWithin(occupied, week.from, week.to)]
}

/**
 * The part of a month that ROUND_ROBIN compares: the time since the last member joined the queue. If ROUND_ROBIN
 * compared the whole month, a newcomer would get every appointment until it had caught up.
 * @param joinings when each member joined
 */
export const comparedPart = (month: Window, start: Minute, joinings: readonly Minute[]): Window => ({
  // members who join after the start do not count
  from: Math.max(month.from, ...joinings.filter((joinedAt) => joinedAt <= start)),
  to: month.to,
})

/** ROUND_ROBIN: the minutes that the agent serves in a period, divided by its open minutes and its weight. */
export function shareOf({ opening }: AgentCalendar, { weight, served }: QueueShare, period: Window): Rank {
  const open = minutesWithin(opening.open, period.from, period.to)
  return [served / (weight * Math.max(open, 1))]
}

/** Sorts agents by rank, then by id. Preferred agents come first, in the order of the preference. */
export function ranked<One extends { agentId: string }>(
  agents: readonly One[],
  rankOf: (agent: One) => Rank,
  prefer: readonly string[],
): One[] {
  const placeOf = (agentId: string) => {
    const place = prefer.indexOf(agentId)
    return place < 0 ? prefer.length : place
  }
  return agents
    .map((agent) => ({ agent, rank: [placeOf(agent.agentId), ...rankOf(agent)] }))
    .sort((a, b) => compare(a.rank, b.rank) || (a.agent.agentId < b.agent.agentId ? -1 : 1))
    .map(({ agent }) => agent)
}

function compare(a: Rank, b: Rank): number {
  for (const [index, number] of a.entries()) {
    const difference = number - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
