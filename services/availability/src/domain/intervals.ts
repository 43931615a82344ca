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
export const intervalsOf = (pairs: readonly (readonly [from: number, to: number])[]): Intervals =>
  merged(Int32Array.from(pairs.flat()))

/** Longer than any interval, in minutes; the product of this and any minute is still exact. */
const LONGEST = 2 ** 22

/** Like {@link intervalsOf}, for pairs in the form `[from, to, from, to, …]`. */
export function merged(pairs: Int32Array): Intervals {
  // one object for all empty sets, because most agents have several
  if (pairs.length === 0) return NO_INTERVALS
  const ordered = inOrder(pairs)
  // the result can overwrite a sorted copy, because each pair is read before it is written
  const result = ordered === pairs ? new Int32Array(ordered.length) : ordered
  let length = 0
  for (let i = 0; i < ordered.length; i += 2) {
    const [from, to] = [entry(ordered, i), entry(ordered, i + 1)]
    if (from >= to) continue
    if (length > 0 && from <= entry(result, length - 1)) {
      result[length - 1] = Math.max(entry(result, length - 1), to)
      continue
    }
    result[length] = from
    result[length + 1] = to
    length += 2
  }
  // a copy, so that the rest of the array can be freed
  return length === result.length ? result : result.slice(0, length)
}

/** Pairs by their first minute. */
function inOrder(pairs: Int32Array): Int32Array {
  let isSorted = true
  for (let i = 2; i < pairs.length && isSorted; i += 2) isSorted = entry(pairs, i - 2) <= entry(pairs, i)
  if (isSorted) return pairs
  // numbers sort much faster than pairs
  const keys = new Float64Array(pairs.length / 2)
  for (let i = 0; i < keys.length; i += 1)
    keys[i] = entry(pairs, 2 * i) * LONGEST + Math.max(entry(pairs, 2 * i + 1) - entry(pairs, 2 * i), 0)
  keys.sort()
  return Int32Array.from({ length: pairs.length }, (_, i) => {
    const key = keys[i >> 1] as number
    const from = Math.floor(key / LONGEST)
    return i % 2 === 0 ? from : from + (key - from * LONGEST)
  })
}

/** The pairs of a set, for code that goes through them one by one. */
export function* pairsOf(intervals: Intervals): Generator<[from: number, to: number]> {
  for (let i = 0; i < intervals.length; i += 2) yield [entry(intervals, i), entry(intervals, i + 1)]
}

/** The minutes that are in at least one of the sets. */
export function union(...sets: Intervals[]): Intervals {
  const filled = sets.filter((set) => set.length > 0)
  return filled.length < 2 ? (filled[0] ?? NO_INTERVALS) : merged(concatenated(filled))
}

/** Arrays one after the other. */
export function concatenated(arrays: readonly Int32Array[]): Int32Array {
  const [only] = arrays
  if (arrays.length === 1 && only) return only
  const all = new Int32Array(arrays.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const array of arrays) {
    all.set(array, at)
    at += array.length
  }
  return all
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
