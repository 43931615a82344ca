/**
 * Half-open intervals `[from, to)` of minutes as `[from, to, from, to, …]`, sorted, none empty and no two touching.
 * A set of minutes has exactly one such form, and any number of them fit in memory.
 */
export type Intervals = Int32Array

export const NO_INTERVALS: Intervals = new Int32Array(0)

/** One interval, or none if it would be empty. */
export const interval = (from: number, to: number): Intervals =>
  from < to ? Int32Array.of(from, to) : NO_INTERVALS

/** The entry at an index that is known to exist. */
export const entry = (intervals: Int32Array, index: number): number => intervals[index] as number

/** The minutes that at least one of the given pairs contains; pairs may overlap, be empty and come in any order. */
export function intervalsOf(pairs: readonly (readonly [from: number, to: number])[]): Intervals {
  const sorted = pairs.filter(([from, to]) => from < to).sort(([a], [b]) => a - b)
  const merged: number[] = []
  for (const [from, to] of sorted) {
    const last = merged.length - 1
    const end = merged[last]
    if (end !== undefined && from <= end) merged[last] = Math.max(end, to)
    else merged.push(from, to)
  }
  return Int32Array.from(merged)
}

/** The pairs of a set, for code that goes through them one by one. */
export function* pairsOf(intervals: Intervals): Generator<[from: number, to: number]> {
  for (let i = 0; i < intervals.length; i += 2) yield [entry(intervals, i), entry(intervals, i + 1)]
}

/** The minutes that are in at least one of the sets. */
export function union(...sets: Intervals[]): Intervals {
  const filled = sets.filter((set) => set.length > 0)
  if (filled.length < 2) return filled[0] ?? NO_INTERVALS
  return intervalsOf(filled.flatMap((set) => [...pairsOf(set)]))
}

/** The minutes that are in both sets. */
export function intersect(a: Intervals, b: Intervals): Intervals {
  const both: number[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const from = Math.max(entry(a, i), entry(b, j))
    const to = Math.min(entry(a, i + 1), entry(b, j + 1))
    if (from < to) both.push(from, to)
    if (entry(a, i + 1) < entry(b, j + 1)) i += 2
    else j += 2
  }
  return Int32Array.from(both)
}

/** The minutes of the first set that are not in the second. */
export function subtract(a: Intervals, b: Intervals): Intervals {
  if (a.length === 0 || b.length === 0) return a
  const rest: number[] = []
  let j = 0
  for (let i = 0; i < a.length; i += 2) {
    let from = entry(a, i)
    const to = entry(a, i + 1)
    while (j < b.length && entry(b, j + 1) <= from) j += 2
    for (let k = j; k < b.length && entry(b, k) < to; k += 2) {
      if (entry(b, k) > from) rest.push(from, entry(b, k))
      from = Math.max(from, entry(b, k + 1))
    }
    if (from < to) rest.push(from, to)
  }
  return Int32Array.from(rest)
}

/** The part of a set that lies in `[from, to)`. */
export const clip = (intervals: Intervals, from: number, to: number): Intervals =>
  intersect(intervals, interval(from, to))

/** Index of the first interval that ends after a minute, or the length if there is none. */
export function firstEndingAfter(intervals: Intervals, minute: number): number {
  let low = 0
  let high = intervals.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if (entry(intervals, 2 * middle + 1) > minute) high = middle
    else low = middle + 1
  }
  return 2 * low
}

/** Whether a set has a minute in `[from, to)`. */
export function meets(intervals: Intervals, from: number, to: number): boolean {
  const next = firstEndingAfter(intervals, from)
  return from < to && next < intervals.length && entry(intervals, next) < to
}

/** The number of minutes of a set that lie in `[from, to)`. */
export function minutesWithin(intervals: Intervals, from: number, to: number): number {
  let minutes = 0
  for (let i = firstEndingAfter(intervals, from); i < intervals.length && entry(intervals, i) < to; i += 2)
    minutes += Math.min(to, entry(intervals, i + 1)) - Math.max(from, entry(intervals, i))
  return minutes
}
