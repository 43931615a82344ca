import type { Pool } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'

/** Longer than a message can wait in a queue or be sent again, so that no duplicate arrives later. */
const KEEP_MS = 14 * 86_400_000
const BATCH = 1000

/** Deletes one batch of inbox records older than 14 days. Resolves to true if more are left. */
export const forgetApplied =
  ({ pool, clock }: { pool: Pool; clock: Clock }) =>
  async (): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'DELETE FROM inbox WHERE ctid IN (SELECT ctid FROM inbox WHERE applied_at < $1 LIMIT $2)',
      [new Date(clock.now().getTime() - KEEP_MS), BATCH],
    )
    return rowCount === BATCH
  }
