import type { AppointmentsEvent } from '@appointments/contracts'
import { enter } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'

/** Most events that are taken out of the outbox together. */
export const BATCH = 100

/** An event of the outbox, and the trace of the request that told it. */
export interface Unpublished {
  event: AppointmentsEvent
  traceparent: string | null
}

/** @returns whether there may be more to publish; false where one could not be published, and the rest waits with it */
export type PublishAll = (rows: Unpublished[]) => Promise<boolean>

/** `UPDATE … RETURNING` keeps no order, and older events of an aggregate go first. */
const inOrder = (rows: Unpublished[]) =>
  rows.sort(({ event: a }, { event: b }) => a.time.localeCompare(b.time) || a.id.localeCompare(b.id))

/**
 * Publishes a batch of events when whoever told them is gone, one after the other.
 * @param publish says whether the broker has taken the event
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
