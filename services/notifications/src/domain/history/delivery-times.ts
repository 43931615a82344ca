/** The number of delivered messages for each delivery time in seconds; long times are rounded down to two digits. */
export type DeliveryTimes = ReadonlyMap<number, number>

/** The seconds within which this share of the messages was delivered (nearest rank). */
function quantile(times: DeliveryTimes, share: number): number | null {
  const total = [...times.values()].reduce((sum, count) => sum + count, 0)
  let reached = 0
  for (const [seconds, count] of [...times].sort(([a], [b]) => a - b)) {
    reached += count
    if (reached >= total * share) return seconds
  }
  return null
}

/** Median and 90th percentile in seconds; null if no message was delivered. */
export const delayOf = (times: DeliveryTimes): { median: number | null; p90: number | null } => ({
  median: quantile(times, 0.5),
  p90: quantile(times, 0.9),
})
