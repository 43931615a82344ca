import { problem } from '@appointments/contracts'
import type { Metrics } from '@appointments/telemetry'
import type { Party } from '../capacity/turns.ts'
import { gatewayMetrics } from '../metrics.ts'
import { Overloaded } from '../proxy/upstream-failure.ts'

/** Maximum number of streams of one user or client at a replica. */
const MOST_OF_CALLER = 10
/** Maximum number of streams at a replica. */
const MOST = 2000
/** From this part of the maximum on, an organization with half of the streams gets no more. */
const CROWDED = 0.75
/** When a rejected client may try again. */
const RETRY_AFTER_S = 10

/**
 * Counts the requests that stay open: streams, and reads that wait for the next change. The last quarter of the places
 * is for organizations that have fewer than half of the streams, so that none can occupy a replica.
 */
export function createOpenStreams({ metrics, most = MOST }: { metrics: Metrics; most?: number }) {
  const ofOrganizations = createCounts()
  const ofCallers = createCounts()
  const gauge = metrics.gauge(gatewayMetrics.streams)
  gauge.add({}, 0)
  let open = 0
  return {
    /**
     * Counts a stream of a caller.
     * @returns a function that ends the count
     * @throws Problem TOO_MANY_STREAMS if the caller has too many streams, UNAVAILABLE if the replica has too many, or
     *   too many of the caller's organization
     */
    enter({ organization, caller }: Party): () => void {
      const subject = `${organization}/${caller}`
      if (ofCallers.read(subject) >= MOST_OF_CALLER)
        throw problem('TOO_MANY_STREAMS', { retryAfter: RETRY_AFTER_S })
      const isLargest = ofOrganizations.read(organization) * 2 >= open
      if (open >= most || (open >= most * CROWDED && isLargest)) throw new Overloaded()
      const count = (by: 1 | -1) => {
        ofOrganizations.add(organization, by)
        ofCallers.add(subject, by)
        open += by
        gauge.add({}, by)
      }
      count(1)
      return () => count(-1)
    },
  }
}
export type OpenStreams = ReturnType<typeof createOpenStreams>

/** Counts by key; a key without a count is dropped. */
function createCounts() {
  const counts = new Map<string, number>()
  const read = (key: string): number => counts.get(key) ?? 0
  return {
    read,
    add(key: string, by: number): void {
      const count = read(key) + by
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
  }
}
