import type { AppointmentsEvent } from '@appointments/contracts'
import { enter } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'

/** Maximum number of events read from the outbox together. */
export const BATCH = 100

/** An event of the outbox, and the trace of the request that caused it. */
export interface Unpublished {
  event: AppointmentsEvent
  traceparent: string | null
}

/** @returns whether there may be more to publish; false if an event could not be published, so that the rest waits too */
type PublishAll = (rows: Unpublished[]) => Promise<boolean>

/** Sorts by age, because `UPDATE … RETURNING` has no order and older events of an aggregate must precede newer ones. */
const inOrder = (rows: Unpublished[]) =>
  rows.sort(({ event: a }, { event: b }) => a.time.localeCompare(b.time) || a.id.localeCompare(b.id))

/**
 * Publishes a batch of events, one after another, on behalf of processes that could not publish them.
 * @param publish resolves to whether the broker has stored the event
 */
export const publishLate =
  (publish: (event: AppointmentsEvent) => Promise<boolean>, { tracer }: Telemetry): PublishAll =>
  async (rows) => {
    for (const { event, traceparent } of inOrder(rows)) {
      const request = {
        name: 'publish what was left',
        kind: 'internal' as const,
        traceparent: traceparent ?? undefined,
      }
      if (!(await enter(tracer, request, () => publish(event)))) return false
    }
    return rows.length === BATCH
  }
