import type { Pool } from '@appointments/postgres'
import { repeat, type Clock, type Log, type Stoppable } from '@appointments/runtime'
import type { AppliedReply, Broker } from '@appointments/broker'
import { BATCH, type PublishAll, type Unpublished } from './publish-late.ts'

/** How long a subscriber with an empty queue has for saying that it took an event; twice as long each further time. */
export const RESEND_AFTER_MS = 10_000
/** An event that somebody does not take this often is not lost on the way: something is wrong there. */
const MOST_RESENDS = 3

interface Deps {
  pool: Pool
  broker: Broker
  publishAll: PublishAll
  /** Notes that a subscriber took an event. */
  onTaken: (reply: AppliedReply) => void
  /** Writes down what is noted. */
  writeMarks: () => Promise<unknown>
  clock: Clock
  log: Log
}

/** Sends again what subscribers have not taken although nothing waits for them, until it is stopped. */
export function startResending(deps: Deps): Stoppable {
  const { pool, broker, publishAll, onTaken, writeMarks, clock, log } = deps

  /** Subscribers that have not taken everything although nothing waits in their queues: what they lack is lost there. */
  const bereft = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ subscriber: string }>(
      `SELECT DISTINCT unnest(awaiting) AS subscriber FROM outbox
       WHERE published_at IS NOT NULL AND awaiting <> '{}' AND lease_until < $1 AND resends < ${MOST_RESENDS}`,
      [clock.now()],
    )
    const found: string[] = []
    for (const { subscriber } of rows) {
      // a queue that cannot be looked at is one that was deleted; what waits for a retry may wait for just what was lost
      const depth = await broker.depth(subscriber).catch(() => undefined)
      if (depth && depth.ready > 0) continue
      found.push(subscriber)
      // what ended whoever tried it was given up by the broker, and nobody was left to say so
      if (depth && depth.dead > 0)
        for (const { message } of await broker.deadLetters(subscriber))
          onTaken({ messageId: message.id, subscriber })
    }
    if (found.length === 0) return []
    await writeMarks()
    // the queue may have lost its way from the exchange, too
    await broker.declare()
    return found
  }

  return repeat(
    'outbox resending',
    5000,
    async () => {
      if (!broker.isUp()) return false
      const subscribers = await bereft()
      if (subscribers.length === 0) return false
      const { rows } = await pool.query<Unpublished>(
        `UPDATE outbox SET resends = resends + 1,
           lease_until = $2::timestamptz + $3 * power(2, resends) * interval '1 millisecond'
         WHERE event_id IN (
           SELECT event_id FROM outbox
           WHERE published_at IS NOT NULL AND awaiting && $1 AND lease_until < $2 AND resends < ${MOST_RESENDS}
           ORDER BY created_at, aggregate_version LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
         RETURNING event, traceparent`,
        [subscribers, clock.now(), RESEND_AFTER_MS * 2],
      )
      if (rows.length > 0)
        log.warn({ events: rows.length, subscribers }, 'what subscribers did not take is sent again')
      return publishAll(rows)
    },
    log,
  )
}
