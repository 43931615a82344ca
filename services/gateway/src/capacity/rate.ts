const BUCKET_MS = 50
const BUCKETS = 10
const WINDOW_MS = BUCKET_MS * BUCKETS

/** Counts events and reports their recent rate. */
export interface Rate {
  /** Counts an event. @param at when it happened; one before the last half second is not counted */
  count: (at?: number) => void
  /** Events per second, within about the last half second. */
  perSecond: () => number
}

/** @param now milliseconds of a monotonic clock */
export function createRate(now: () => number): Rate {
  const counts = new Array<number>(BUCKETS).fill(0)
  let current = Math.floor(now() / BUCKET_MS)

  /** Empties the buckets of the time that has passed since the last call. */
  const advance = () => {
    const bucket = Math.floor(now() / BUCKET_MS)
    for (let next = Math.max(current + 1, bucket - BUCKETS + 1); next <= bucket; next += 1)
      counts[next % BUCKETS] = 0
    current = bucket
  }

  return {
    count(at = now()) {
      advance()
      const bucket = Math.floor(at / BUCKET_MS)
      if (bucket > current - BUCKETS) counts[bucket % BUCKETS] = (counts[bucket % BUCKETS] ?? 0) + 1
    },
    perSecond() {
      advance()
      return (counts.reduce((sum, count) => sum + count, 0) * 1000) / WINDOW_MS
    },
  }
}
