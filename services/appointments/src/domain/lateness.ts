/** Lateness is counted in steps of this length. */
export const LATENESS_STEP_S = 15
/** The last step contains everything later. */
export const LAST_LATENESS_STEP = 240

/** The number of occurrences of each step of lateness. */
export type LatenessCounts = ReadonlyMap<number, number>

/**
 * The step at which this share of all occurrences is reached (nearest rank), in seconds.
 * @returns undefined if there is none
 */
function quantile(counts: LatenessCounts, share: number): number | undefined {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let reached = 0
  for (const [step, count] of [...counts].sort(([a], [b]) => a - b)) {
    reached += count
    if (reached >= total * share) return step * LATENESS_STEP_S
  }
  return undefined
}

/** Median and 90th percentile in seconds; undefined if no one has joined. */
export function latenessOf(counts: LatenessCounts): { median: number; p90: number } | undefined {
  const [median, p90] = [quantile(counts, 0.5), quantile(counts, 0.9)]
  return median === undefined || p90 === undefined ? undefined : { median, p90 }
}
