import { problem } from '@appointments/contracts'
import type { Metrics } from '@appointments/telemetry'
import { gatewayMetrics } from '../metrics.ts'
import { Overloaded } from '../proxy/upstream-failure.ts'

/** Maximum number of streams of one user or client at a replica. */
const MOST_OF_SUBJECT = 10
/** Maximum number of streams at a replica. */
const MOST = 2000
/** When a rejected client may try again. */
const RETRY_AFTER_S = 10

/** Counts the requests that stay open: streams, and reads that wait for the next change. */
export function createOpenStreams({ metrics, most = MOST }: { metrics: Metrics; most?: number }) {
  const ofSubject = new Map<string, number>()
  const gauge = metrics.gauge(gatewayMetrics.streams)
  gauge.add({}, 0)
  let open = 0
  return {
    /**
     * Counts a stream of a subject.
     * @returns a function that ends the count
     * @throws Problem TOO_MANY_STREAMS if the subject has too many streams, UNAVAILABLE if the replica has too many
     */
    enter(subject: string): () => void {
      const own = ofSubject.get(subject) ?? 0
      if (own >= MOST_OF_SUBJECT) throw problem('TOO_MANY_STREAMS', { retryAfter: RETRY_AFTER_S })
      if (open >= most) throw new Overloaded()
      ofSubject.set(subject, own + 1)
      open += 1
      gauge.add({}, 1)
      return () => {
        const left = (ofSubject.get(subject) ?? 1) - 1
        if (left === 0) ofSubject.delete(subject)
        else ofSubject.set(subject, left)
        open -= 1
        gauge.add({}, -1)
      }
    },
  }
}
export type OpenStreams = ReturnType<typeof createOpenStreams>
