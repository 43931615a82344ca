import type { Pool } from '@appointments/postgres'
import type { AppliedReply } from './broker.ts'

/** What is to be written down about an event. */
interface Mark {
  published: boolean
  takenBy: Set<string>
}

const BATCH = 500

/**
 * Writes down in batches what the broker confirmed and subscribers took: an answer does not wait for this bookkeeping,
 * and what is written down late is at worst published twice.
 */
export function createOutboxMarks(pool: Pool) {
  const marks = new Map<string, Mark>()
  const markOf = (eventId: string): Mark => {
    const mark = marks.get(eventId) ?? { published: false, takenBy: new Set() }
    marks.set(eventId, mark)
    return mark
  }

  /** Puts back what could not be written; what came meanwhile stays. */
  const putBack = (batch: [string, Mark][]) => {
    for (const [eventId, { published, takenBy }] of batch) {
      const mark = markOf(eventId)
      mark.published ||= published
      for (const subscriber of takenBy) mark.takenBy.add(subscriber)
    }
  }

  return {
    published(eventId: string): void {
      markOf(eventId).published = true
    },
    taken({ messageId, subscriber }: AppliedReply): void {
      markOf(messageId).takenBy.add(subscriber)
    },

    /**
     * Writes a batch; personal events go as soon as everybody took them.
     * @param resendAt when events that somebody has not taken are looked at again
     * @returns true where there is more to write
     */
    async write(now: Date, resendAt: Date): Promise<boolean> {
      const batch = [...marks].slice(0, BATCH)
      if (batch.length === 0) return false
      for (const [eventId] of batch) marks.delete(eventId)
      const said = JSON.stringify(
        batch.map(([id, { published, takenBy }]) => ({ id, published, taken_by: [...takenBy] })),
      )
      try {
        await pool.query(
          `DELETE FROM outbox USING jsonb_to_recordset($1::jsonb) AS said (id text, published boolean, taken_by text[])
           WHERE event_id = said.id AND personal AND (said.published OR published_at IS NOT NULL)
             AND awaiting <@ said.taken_by`,
          [said],
        )
        await pool.query(
          `UPDATE outbox SET
             published_at = CASE WHEN said.published THEN coalesce(published_at, $2) ELSE published_at END,
             lease_until = CASE WHEN said.published THEN $3 ELSE lease_until END,
             awaiting = ARRAY(SELECT unnest(awaiting) EXCEPT SELECT unnest(said.taken_by))
           FROM jsonb_to_recordset($1::jsonb) AS said (id text, published boolean, taken_by text[])
           WHERE event_id = said.id`,
          [said, now, resendAt],
        )
      } catch (error) {
        putBack(batch)
        throw error
      }
      return marks.size > 0
    },
  }
}
