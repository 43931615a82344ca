import { positionsIn, type Grid } from './grid.ts'
import { entry, firstEndingAfter, subtract, type Intervals } from './intervals.ts'
import type { Minute } from './minutes.ts'

/** The open and occupied time of one eligible agent. */
export interface AgentTime {
  open: Intervals
  full: Intervals
  /** Minutes at which no further appointment may start, because a maximum is reached. */
  capped: Intervals
}

/** The wanted appointment. Durations are elapsed minutes, parts of a minute counted whole. */
export interface Demand {
  grid: Grid
  duration: number
  bufferBefore: number
  bufferAfter: number
  /** Starts lie in `[earliest, latest)`: the notice, the horizon and the window that is asked for. */
  earliest: Minute
  latest: Minute
}

/** Starts that at least one agent can serve. */
export interface Offers {
  /** In order. */
  starts: Minute[]
  /** How many agents can serve the start of the same index. */
  free: number[]
}

/**
 * The calendar rule (docs/contract/availability.md): the grid positions at which agents can begin. Slots, days, the
 * next slots, checks and decisions all come from here, so they cannot disagree.
 *
 * The cost is that of the intervals in the window and the grid positions, for each agent.
 */
export function offers(agents: Iterable<AgentTime>, demand: Demand): Offers {
  const positions = positionsIn(demand.grid, demand.earliest, demand.latest)
  // the difference between each position's count and that of the one before
  const changes = new Int32Array(positions.size + 1)
  for (const agent of agents)
    forEachRun(agent, demand, (from, to) => {
      const first = positions.indexFrom(from)
      const end = positions.indexFrom(to)
      if (first === end) return
      changes[first] = entry(changes, first) + 1
      changes[end] = entry(changes, end) - 1
    })
  const found: Offers = { starts: [], free: [] }
  let count = 0
  for (let index = 0; index < positions.size; index += 1) {
    count += entry(changes, index)
    if (count === 0) continue
    found.starts.push(positions.at(index))
    found.free.push(count)
  }
  return found
}

/**
 * Calls back with each run `[from, to)` of minutes at which an agent could begin, whatever the grid. A start needs the
 * whole duration open, and no full minute from the buffer before to the buffer after.
 */
function forEachRun(
  { open, full, capped }: AgentTime,
  { duration, bufferBefore, bufferAfter, earliest, latest }: Demand,
  found: (from: Minute, to: Minute) => void,
): void {
  const emit =
    capped.length === 0
      ? found
      : (from: Minute, to: Minute) => {
          const rest = subtract(Int32Array.of(from, to), capped)
          for (let i = 0; i < rest.length; i += 2) found(entry(rest, i), entry(rest, i + 1))
        }
  // a full interval [f, g) is met by every start after f − duration − bufferAfter and before g + bufferBefore
  const lead = duration + bufferAfter - 1
  let next = firstEndingAfter(full, earliest - bufferBefore)
  for (let i = firstEndingAfter(open, earliest); i < open.length; i += 2) {
    if (entry(open, i) >= latest) break
    let from = Math.max(entry(open, i), earliest)
    const to = Math.min(entry(open, i + 1) - duration + 1, latest)
    while (next < full.length && entry(full, next + 1) + bufferBefore <= from) next += 2
    for (let j = next; j < full.length && entry(full, j) - lead < to; j += 2) {
      const blocked = Math.min(entry(full, j) - lead, to)
      if (from < blocked) emit(from, blocked)
      from = Math.max(from, entry(full, j + 1) + bufferBefore)
    }
    if (from < to) emit(from, to)
  }
}
