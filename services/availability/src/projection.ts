import { problem } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { Log } from '@appointments/runtime'
import { OlderRelease, type CatchUp } from './catch-up.ts'
import { projections } from './repositories/projections.ts'

/** Seconds after which clients may repeat a request that arrived before this replica was ready. */
const RETRY_AFTER = 5

/**
 * Whether this replica may respond from the copy of the appointments service's data. The first replica of an empty
 * database reads the data, and the others find the copy complete. Beside an older release of the appointments service,
 * the copy contains only the data that has arrived in events, and is completed after the upgrade. After every start, a
 * replica also waits for the events that were written while it was down.
 */
export function createProjection({
  sql,
  build,
  catchUp,
  log,
}: {
  sql: Sql
  build: () => Promise<void>
  catchUp: CatchUp
  log: Log
}) {
  let isComplete = false
  let isBesideOlder = false
  const mayRespond = () => (isComplete || isBesideOlder) && catchUp.isDone()
  return {
    isComplete: () => isComplete,
    /** Whether this replica may respond. */
    isReady: mayRespond,

    /** @throws Problem UNAVAILABLE until this replica may respond */
    requireReady(): void {
      if (mayRespond()) return
      throw problem('UNAVAILABLE', {
        detail: 'The availability of agents is not known yet; send the request again later.',
        retryAfter: RETRY_AFTER,
      })
    },

    /** Finds out whether the copy is complete. */
    async check(): Promise<void> {
      isComplete ||= await projections.isComplete(sql, 'appointments')
    },

    /**
     * Reads the data unless the copy is complete, and checks whether earlier events are applied. If the appointments
     * service does not respond, the next call tries again.
     */
    async complete(): Promise<undefined> {
      await catchUp.check()
      if (isComplete) return
      try {
        if (!(await projections.isComplete(sql, 'appointments'))) await build()
        isComplete = true
      } catch (error) {
        isBesideOlder ||= error instanceof OlderRelease
        log.info({ reason: String(error) }, 'the claims could not be read; trying again')
      }
    },
  }
}
export type Projection = ReturnType<typeof createProjection>
