import type { Transaction } from '@appointments/postgres'
import { failPoint } from '@appointments/runtime'

/** Transactions of changes, which pass the fail points around their commit; those of bookkeeping do not. */
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
