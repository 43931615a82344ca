import type { AgentCalendar } from './agent-calendar.ts'
import { minutesWithin, union } from './intervals.ts'
import { localDayOf, localWeekOf } from './maxima.ts'
import type { Minute } from './minutes.ts'
import { zoneClock } from './zone-clock.ts'

/** Numbers by which agents are compared in turn; the lowest go first. */
export type Rank = readonly number[]

/** What ROUND_ROBIN knows of a member of a queue. */
export interface QueueShare {
  weight: number
  joinedAt: Minute
  /** Minutes of the queue's appointments that the agent has in the month. */
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
 * ROUND_ROBIN: the minutes that the agent has served in a month for each minute that it is open in it, by weight. Time
 * before the agent joined the queue does not count.
 */
export function shareOf(
  { opening }: AgentCalendar,
  { weight, joinedAt, served }: QueueShare,
  month: { from: Minute; to: Minute },
): Rank {
  const open = minutesWithin(opening.open, Math.max(month.from, joinedAt), month.to)
  return [served / (weight * Math.max(open, 1))]
}

/** Sorts agents by their ranks; ties end with the id. Preferred agents come first, in the order of the preference. */
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
