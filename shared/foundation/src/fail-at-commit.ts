import type { Transaction } from '@appointments/postgres'
import { failPoint } from '@appointments/runtime'

/** Adds the fail points around the commit to transactions of changes; transactions of bookkeeping have none. */
export const failAtCommit =
  (transaction: Transaction): Transaction =>
  async (work, locks) => {
    const result = await transaction(async (tx) => {
      const outcome = await work(tx)
      await failPoint('commit.before')
      return outcome
    }, locks)
    await failPoint('commit.after')
    return result
  }
