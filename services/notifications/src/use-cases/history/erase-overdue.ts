import { erasures } from '../../repositories/history/erasures.ts'
import type { Deps } from '../deps.ts'

const OVERDUE_BATCH = 200

/** Erases messages about erased appointments and customers that were not delivered in time. @returns true if more wait */
export const eraseOverdue =
  ({ pool, clock }: Deps) =>
  async (): Promise<boolean> =>
    (await erasures.endOverdue(pool, clock.now(), OVERDUE_BATCH)) === OVERDUE_BATCH
