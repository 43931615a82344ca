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
  /** Index of the first position at or after a minute; the size if there is none. */
  indexFrom: (minute: Minute) => number
}

const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor

/** Whether an appointment may start at a minute as far as the grid is concerned. */
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
    indexFrom(minute) {
      for (const { first, count, index } of runs) {
        const steps = Math.max(0, Math.ceil((minute - first) / granularity))
        if (steps < count) return index + steps
      }
      return size
    },
  }
}
