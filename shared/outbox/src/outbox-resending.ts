import type { Pool } from '@appointments/postgres'
import type { Clock, Log, Repeat, Stoppable } from '@appointments/runtime'
import type { AppliedReply, Broker } from '@appointments/broker'
import type { AppointmentsEvent } from '@appointments/contracts'
import type { Telemetry } from '@appointments/telemetry'
import { BATCH, publishLate, type Unpublished } from './publish-late.ts'

/** Time that a subscriber with an empty queue has to reply before an event is sent again; doubled after each resend. */
export const RESEND_AFTER_MS = 10_000
/** After this many resends the event was not lost in transit; the fault is in the subscriber. */
const MAX_RESENDS = 3

interface Deps {
  pool: Pool
  broker: Broker
  /** Resolves to whether the broker has stored the event. */
  publish: (event: AppointmentsEvent) => Promise<boolean>
  telemetry: Telemetry
  /** Notes that a subscriber has applied an event. */
  onApplied: (reply: AppliedReply) => void
  /** Writes the noted marks. */
  writeMarks: () => Promise<unknown>
  clock: Clock
  repeat: Repeat
  log: Log
}

/** Sends events again that a subscriber with an empty queue has not applied, until it is stopped. */
export function startResending(deps: Deps): Stoppable {
  const { pool, broker, publish, telemetry, onApplied, writeMarks, clock, repeat, log } = deps

  /** Subscribers with unapplied events but an empty queue, which means that the broker lost these events. */
  const subscribersWithLosses = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ subscriber: string }>(
      `SELECT DISTINCT unnest(awaiting) AS subscriber FROM outbox
       WHERE published_at IS NOT NULL AND awaiting <> '{}' AND lease_until < $1 AND resends < ${MAX_RESENDS}`,
      [clock.now()],
    )
    const found: string[] = []
    for (const { subscriber } of rows) {
      // an unreadable queue was deleted; waiting retries do not count, because they may depend on a lost event
      const depth = await broker.depth(subscriber).catch(() => undefined)
      if (depth && depth.ready > 0) continue
      found.push(subscriber)
      // a message that killed its consumer was dead-lettered by the broker, and no consumer could reply
      if (depth && depth.dead > 0)
        for (const { message } of await broker.deadLetters(subscriber))
          onApplied({ messageId: message.id, subscriber })
    }
    if (found.length === 0) return []
    await writeMarks()
    // the binding of the queue may be lost too
    await broker.declare()
    return found
  }

  return repeat(
    'outbox resending',
    5000,
    async () => {
      if (!broker.isUp()) return false
      const subscribers = await subscribersWithLosses()
      if (subscribers.length === 0) return false
      const { rows } = await pool.query<Unpublished>(
        `UPDATE outbox SET lease_until = $2::timestamptz + $3 * power(2, resends) * interval '1 millisecond'
         WHERE event_id IN (
           SELECT event_id FROM outbox
           WHERE published_at IS NOT NULL AND awaiting && $1 AND lease_until < $2 AND resends < ${MAX_RESENDS}
           ORDER BY created_at, aggregate_version LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
         RETURNING event, traceparent`,
        [subscribers, clock.now(), RESEND_AFTER_MS * 2],
      )
      if (rows.length > 0)
        log.warn({ events: rows.length, subscribers }, 'events that subscribers did not apply are sent again')
      // counts only stored events: a broker that confirms nothing for minutes may still lose its queues afterwards
      const sent: string[] = []
      const publishAndCount = async (event: AppointmentsEvent): Promise<boolean> => {
        const isStored = await publish(event)
        if (isStored) sent.push(event.id)
        return isStored
      }
      const mayHaveMore = await publishLate(publishAndCount, telemetry)(rows)
      if (sent.length > 0)
        await pool.query('UPDATE outbox SET resends = resends + 1 WHERE event_id = ANY ($1)', [sent])
      return mayHaveMore
    },
    log,
  )
}
