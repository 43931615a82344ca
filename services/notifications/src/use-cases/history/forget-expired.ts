import { expiryOf } from '../../domain/history/retention.ts'
import { applications } from '../../repositories/applications.ts'
import { expired } from '../../repositories/history/expired.ts'
import { recipientTallies } from '../../repositories/send/recipient-tallies.ts'
import { previews } from '../../repositories/previews.ts'
import { resends } from '../../repositories/send/resends.ts'
import { sendBudgets } from '../../repositories/send/send-budgets.ts'
import type { Deps } from '../deps.ts'

/** Small enough not to delay sending. */
const BATCH = 200
/** Applications processed together. */
const APPLICATIONS = 500

/**
 * Deletes records that their application no longer keeps, one batch of each kind at a time.
 * @returns true if there is more to do
 */
export const forgetExpired =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async (): Promise<boolean> => {
    const now = clock.now()
    await sendBudgets.dropMissed(pool, now, BATCH)
    await recipientTallies.dropStale(pool, now, BATCH)
    await resends.dropStale(pool, now, BATCH)
    await previews.dropExpired(pool, now, BATCH)
    let more = false
    let after: string | undefined
    do {
      const known = await applications.listAfter(pool, after, APPLICATIONS)
      const expiries = known.map((application) => expiryOf(application, now))
      const deleted = await expired.deleteHistory(pool, expiries, BATCH)
      const emptied = await expired.emptyContent(pool, expiries, BATCH)
      more ||= deleted === BATCH || emptied === BATCH
      after = known.length === APPLICATIONS ? known.at(-1)?.id : undefined
    } while (after !== undefined)
    return more
  }
