import { positionsIn, type Grid } from './grid.ts'
import { entry, firstEndingAfter, NO_INTERVALS, subtract, type Intervals } from './intervals.ts'
import type { Minute } from './minutes.ts'

/** The open and occupied time of one eligible agent. */
export interface AgentTime {
  open: Intervals
  full: Intervals
  /** Minutes at which no further appointment may start, because a maximum is reached. */
  capped: Intervals
}

/** The wanted appointment. Durations are elapsed minutes, rounded up. */
export interface Demand {
  grid: Grid
  duration: number
  bufferBefore: number
  bufferAfter: number
  /** Starts lie in `[earliest, latest)`, which follows from the notice, the horizon and the requested window. */
  earliest: Minute
  latest: Minute
}

/** Starts that at least one agent can serve. */
export interface Offers {
  /** In ascending order. */
  starts: Minute[]
  /** How many agents can serve the start of the same index. */
  free: number[]
}

/**
 * The calendar rule (docs/contract/availability.md): the grid positions at which agents can begin. Slots, days, the
 * next slots, checks and decisions all come from here, so they cannot disagree.
 *
 * The cost is proportional to the number of intervals of all agents in the window, plus the length of the window once.
 */
export function offers(agents: Iterable<AgentTime>, demand: Demand): Offers {
  const { earliest, latest } = demand
  const found: Offers = { starts: [], free: [] }
  if (earliest >= latest) return found
  const positions = positionsIn(demand.grid, earliest, latest)
  const sweep: Sweep = {
    demand,
    indexes: positions.indexes,
    changes: new Int32Array(positions.size + 1),
  }
  for (const agent of agents) count(sweep, agent)
  let free = 0
  for (let index = 0; index < positions.size; index += 1) {
    free += entry(sweep.changes, index)
    if (free === 0) continue
    found.starts.push(positions.at(index))
    found.free.push(free)
  }
  return found
}

/** One pass over the calendars of all agents. */
interface Sweep {
  demand: Demand
  /** Indexes of the grid positions; see {@link Positions}. */
  indexes: Int32Array
  /** The difference between the count of each position and that of the previous position. */
  changes: Int32Array
}

/**
 * Counts the runs `[from, to)` of minutes at which an agent could begin. For a start, the agent must be open for the
 * whole duration, and have no occupied minute from the beginning of the buffer before to the end of the buffer after.
 */
function count(sweep: Sweep, { open, full, capped }: AgentTime): void {
  const { duration, bufferBefore, bufferAfter, earliest, latest } = sweep.demand
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
      if (from < blocked) countRun(sweep, capped, from, blocked)
      from = Math.max(from, entry(full, j + 1) + bufferBefore)
    }
    if (from < to) countRun(sweep, capped, from, to)
  }
}

function countRun(sweep: Sweep, capped: Intervals, from: Minute, to: Minute): void {
  if (capped.length === 0) {
    const { indexes, changes, demand } = sweep
    const first = entry(indexes, from - demand.earliest)
    const end = entry(indexes, to - demand.earliest)
    changes[first] = entry(changes, first) + 1
    changes[end] = entry(changes, end) - 1
    return
  }
  const rest = subtract(Int32Array.of(from, to), capped)
  for (let i = 0; i < rest.length; i += 2) countRun(sweep, NO_INTERVALS, entry(rest, i), entry(rest, i + 1))
}
