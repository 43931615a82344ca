import { performance } from 'node:perf_hooks'
import { events, type AppointmentsEvent, type ServiceName } from '@appointments/contracts'
import type { Transaction } from '@appointments/postgres'
import type { AppliedReply } from '@appointments/broker'

/** What is to be written down about an event. */
interface Mark {
  published: boolean
  takenBy: Set<string>
  /** Who will say something yet; unknown of an event that this process did not publish. */
  missing: Set<ServiceName> | undefined
  since: number
}

const BATCH = 500
/** So long a mark waits for what else is said about its event, so that both are one write. */
const GATHER_MS = 1000

/**
 * Writes down in batches what the broker confirmed and subscribers took: an answer does not wait for this bookkeeping,
 * and what is written down late is at worst published twice.
 * @param onComplete called when there is nothing more to wait for about an event
 */
export function createOutboxMarks(transaction: Transaction, onComplete: () => void) {
  const marks = new Map<string, Mark>()
  const markOf = (eventId: string): Mark => {
    const known = marks.get(eventId)
    if (known) return known
    const mark = {
      published: false,
      takenBy: new Set<string>(),
      missing: undefined,
      since: performance.now(),
    }
    marks.set(eventId, mark)
    return mark
  }
  const isDue = ({ missing, since }: Mark) => missing?.size === 0 || performance.now() - since >= GATHER_MS

  /** Puts back what could not be written; what came meanwhile stays. */
  const putBack = (batch: [string, Mark][]) => {
    for (const [eventId, { published, takenBy, since }] of batch) {
      const mark = markOf(eventId)
      mark.published ||= published
      mark.since = since
      for (const subscriber of takenBy) mark.takenBy.add(subscriber)
    }
  }

  return {
    published({ id, type }: AppointmentsEvent): void {
      const mark = markOf(id)
      mark.published = true
      mark.missing = new Set(events[type].subscribers.filter((subscriber) => !mark.takenBy.has(subscriber)))
      if (mark.missing.size === 0) onComplete()
    },
    taken({ messageId, subscriber }: AppliedReply): void {
      const mark = markOf(messageId)
      mark.takenBy.add(subscriber)
      if (mark.missing?.delete(subscriber as ServiceName) && mark.missing.size === 0) onComplete()
    },

    /**
     * Writes a batch; personal events go as soon as everybody took them.
     * @param resendAt when events that somebody has not taken are looked at again
     * @param all whether marks that wait for more are written too
     * @returns true where there is more to write
     */
    async write(now: Date, resendAt: Date, all: boolean): Promise<boolean> {
      const batch = [...marks].filter(([, mark]) => all || isDue(mark)).slice(0, BATCH)
      if (batch.length === 0) return false
      for (const [eventId] of batch) marks.delete(eventId)
      try {
        await transaction((tx) => {
          // a mark that a crash of the database takes back was written too late, and nobody waits for the disk
          tx.write("SELECT set_config('synchronous_commit', 'off', true)", [])
          for (const [eventId, { published, takenBy }] of batch) {
            const said = [eventId, published, [...takenBy]]
            tx.write(
              `DELETE FROM outbox
               WHERE event_id = $1 AND personal AND ($2 OR published_at IS NOT NULL) AND awaiting <@ $3`,
              said,
            )
            tx.write(
              `UPDATE outbox SET
                 published_at = CASE WHEN $2 THEN coalesce(published_at, $4) ELSE published_at END,
                 lease_until = CASE WHEN $2 AND published_at IS NULL THEN $5 ELSE lease_until END,
                 awaiting = ARRAY(SELECT unnest(awaiting) EXCEPT SELECT unnest($3::text[]))
               WHERE event_id = $1`,
              [...said, now, resendAt],
            )
          }
        })
      } catch (error) {
        putBack(batch)
        throw error
      }
      return batch.length === BATCH
    },
  }
}
