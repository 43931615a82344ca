import { problem } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { projections } from './repositories/projections.ts'

/** Seconds after which clients may repeat a request that came too early. */
const RETRY_AFTER = 5

/**
 * Whether this replica may respond from the copy of the appointments service's data. The first replica of an empty
 * database reads it; the others find it complete.
 */
export function createProjection({ sql, build }: { sql: Sql; build: () => Promise<void> }) {
  let isComplete = false
  return {
    isComplete: () => isComplete,

    /** @throws Problem UNAVAILABLE until the copy is complete */
    requireComplete(): void {
      if (isComplete) return
      throw problem('UNAVAILABLE', {
        detail: 'The availability of agents is not known yet; send the request again later.',
        retryAfter: RETRY_AFTER,
      })
    },

    /** Finds out whether the copy is complete. */
    async check(): Promise<void> {
      isComplete ||= await projections.isComplete(sql)
    },

    /** Reads the copy unless it is complete. */
    async complete(): Promise<undefined> {
      if (isComplete) return
      if (!(await projections.isComplete(sql))) await build()
      isComplete = true
    },
  }
}
export type Projection = ReturnType<typeof createProjection>
