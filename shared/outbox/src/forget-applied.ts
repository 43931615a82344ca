import type { Pool } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'

/** Longer than a message may wait in a queue or be sent again; after that no duplicate comes. */
const KEEP_MS = 14 * 86_400_000
const BATCH = 1000

/** Deletes what the inbox recorded more than 14 days ago, a batch at a time. True if more is left. */
export const forgetApplied =
  ({ pool, clock }: { pool: Pool; clock: Clock }) =>
  async (): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'DELETE FROM inbox WHERE ctid IN (SELECT ctid FROM inbox WHERE applied_at < $1 LIMIT $2)',
      [new Date(clock.now().getTime() - KEEP_MS), BATCH],
    )
    return rowCount === BATCH
  }
