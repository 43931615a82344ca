/** Half of all values are at most the median, nine tenths at most `p90`. */
export interface MedianAndP90 {
  median: number
  p90: number
}

/** The value that this share of all values does not exceed (nearest rank); undefined if there are no values. */
function quantile(counts: ReadonlyMap<number, number>, share: number): number | undefined {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let reached = 0
  for (const [value, count] of [...counts].sort(([a], [b]) => a - b)) {
    reached += count
    if (reached >= total * share) return value
  }
  return undefined
}

/**
 * The median and the 90th percentile of values.
 * @param counts how often each value occurs
 * @returns undefined if there are no values
 */
export function medianAndP90(counts: ReadonlyMap<number, number>): MedianAndP90 | undefined {
  const [median, p90] = [quantile(counts, 0.5), quantile(counts, 0.9)]
  return median === undefined || p90 === undefined ? undefined : { median, p90 }
}
