import { performance } from 'node:perf_hooks'
import { events, type AppointmentsEvent, type ServiceName } from '@appointments/contracts'
import type { Transaction } from '@appointments/postgres'
import type { AppliedReply } from '@appointments/broker'

/** The pending bookkeeping of one event. */
interface Mark {
  published: boolean
  appliedBy: Set<string>
  /** Subscribers that have not replied yet; undefined if this process did not publish the event. */
  missing: Set<ServiceName> | undefined
  since: number
}

const BATCH = 500
/** Time that a mark waits for further replies about its event, so that one write covers them. */
const GATHER_MS = 1000

/**
 * Records in batches which events the broker confirmed and subscribers applied. Responses do not wait for this
 * bookkeeping; an event recorded late is at worst published twice.
 * @param gatherMs time that a mark waits for further replies about its event
 */
export function createOutboxMarks(transaction: Transaction, gatherMs = GATHER_MS) {
  const marks = new Map<string, Mark>()
  /** Events whose marks were written last. */
  let written = new Set<string>()
  const markOf = (eventId: string): Mark => {
    const known = marks.get(eventId)
    if (known) return known
    const mark = {
      published: false,
      appliedBy: new Set<string>(),
      missing: undefined,
      since: performance.now(),
    }
    marks.set(eventId, mark)
    return mark
  }
  const isDue = ({ missing, since }: Mark) => missing?.size === 0 || performance.now() - since >= gatherMs

  /** Restores a batch that could not be written, merged with marks made in the meantime. */
  const putBack = (batch: [string, Mark][]) => {
    for (const [eventId, { published, appliedBy, since }] of batch) {
      const mark = markOf(eventId)
      mark.published ||= published
      mark.since = since
      for (const subscriber of appliedBy) mark.appliedBy.add(subscriber)
    }
  }

  return {
    published({ id, type }: AppointmentsEvent): void {
      const mark = markOf(id)
      mark.published = true
      mark.missing = new Set(events[type].subscribers.filter((subscriber) => !mark.appliedBy.has(subscriber)))
    },
    /** Whether this process has published an event that the database may still show as unpublished. */
    isPublished: (eventId: string): boolean => marks.get(eventId)?.published === true || written.has(eventId),
    applied({ messageId, subscriber }: AppliedReply): void {
      const mark = markOf(messageId)
      mark.appliedBy.add(subscriber)
      mark.missing?.delete(subscriber as ServiceName)
    },

    /**
     * Writes a batch and deletes personal events once every subscriber has applied them.
     * @param resendAt time of the next check of events that a subscriber has not applied
     * @param all whether to include marks that still wait for further replies
     * @returns whether more marks can be written
     */
    async write(now: Date, resendAt: Date, all: boolean): Promise<boolean> {
      const batch = [...marks].filter(([, mark]) => all || isDue(mark)).slice(0, BATCH)
      if (batch.length === 0) return false
      written = new Set(batch.flatMap(([eventId, { published }]) => (published ? [eventId] : [])))
      for (const [eventId] of batch) marks.delete(eventId)
      try {
        await transaction((tx) => {
          // losing marks in a crash of the database is harmless, so the commit need not wait for the disk
          tx.write("SELECT set_config('synchronous_commit', 'off', true)", [])
          tx.write(
            `WITH said AS (
               SELECT * FROM jsonb_to_recordset($1::jsonb) AS mark (id text, published boolean, applied text[])
             ), deleted AS (
               DELETE FROM outbox USING said
               WHERE event_id = id AND personal AND (published OR published_at IS NOT NULL) AND awaiting <@ applied
               RETURNING id
             )
             UPDATE outbox SET
               published_at = CASE WHEN published THEN coalesce(published_at, $2) ELSE published_at END,
               lease_until = CASE WHEN published AND published_at IS NULL THEN $3 ELSE lease_until END,
               awaiting = ARRAY(SELECT unnest(awaiting) EXCEPT SELECT unnest(applied))
             FROM said WHERE event_id = id AND id NOT IN (SELECT id FROM deleted)`,
            [
              JSON.stringify(
                batch.map(([id, { published, appliedBy }]) => ({ id, published, applied: [...appliedBy] })),
              ),
              now,
              resendAt,
            ],
          )
          // an erasure may have made them personal after the statement above had begun, which therefore kept them
          tx.write(
            `DELETE FROM outbox
             WHERE event_id = ANY ($1) AND personal AND published_at IS NOT NULL AND awaiting = '{}'`,
            [batch.map(([id]) => id)],
          )
        })
      } catch (error) {
        putBack(batch)
        throw error
      }
      return batch.length === BATCH
    },
  }
}
