import type { Minute } from './minutes.ts'
import type { ZoneClock } from './zone-clock.ts'

/** The times of day at which appointments may start, on the wall clock of one zone. */
export interface Grid {
  clock: ZoneClock
  /** Whole minutes that divide a day. */
  granularity: number
  /** Minutes after midnight of the first position; any number. */
  alignment: number
}

/** Positions in a row that are one granularity apart. */
interface Run {
  first: Minute
  count: number
  /** Index of the first one among all positions. */
  index: number
}

/** The grid positions of a range of time, in order. */
export interface Positions {
  size: number
  at: (index: number) => Minute
  /**
   * Index of the first position at or after each minute of `[from, to]`, counted from `from`. It is the size if there
   * is no such position.
   */
  indexes: Int32Array
}

const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor

/** Whether the grid allows an appointment to start at a minute. */
export const isOnGrid = ({ clock, granularity, alignment }: Grid, minute: Minute): boolean =>
  modulo(minute + clock.offsetAt(minute) - alignment, granularity) === 0

/** The grid positions in `[from, to)`: none in a gap of the wall clock, and both times in an overlap. */
export function positionsIn({ clock, granularity, alignment }: Grid, from: Minute, to: Minute): Positions {
  const runs: Run[] = []
  let size = 0
  for (const stretch of clock.stretches(from, to)) {
    const first = stretch.from + modulo(alignment - stretch.from - stretch.offset, granularity)
    const count = Math.max(0, Math.ceil((stretch.to - first) / granularity))
    if (count > 0) runs.push({ first, count, index: size })
    size += count
  }
  return {
    size,
    at(index) {
      const run = runs.findLast((candidate) => candidate.index <= index)
      if (!run || index >= size) throw new RangeError(`no grid position ${index}`)
      return run.first + (index - run.index) * granularity
    },
    indexes: indexesOf(runs, granularity, from, to, size),
  }
}

/** A table, because a long list of intervals needs a look-up for each of its ends. */
function indexesOf(
  runs: readonly Run[],
  granularity: number,
  from: Minute,
  to: Minute,
  size: number,
): Int32Array {
  const indexes = new Int32Array(Math.max(to - from, 0) + 1)
  let filled = 0
  for (const { first, count, index } of runs)
    for (let step = 0; step < count; step += 1) {
      const end = first + step * granularity - from + 1
      indexes.fill(index + step, filled, end)
      filled = end
    }
  return indexes.fill(size, filled)
}
