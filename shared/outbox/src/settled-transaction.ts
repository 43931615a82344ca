import type { AppointmentsEvent } from '@appointments/contracts'
import type { Transaction } from '@appointments/postgres'
import type { Outbox } from './outbox.ts'

/**
 * Transactions whose events are published and settled before the caller gets its result: what was written can be
 * read through any service that is up.
 */
export const settledTransactions =
  (transaction: Transaction, outbox: Outbox): Transaction =>
  async (work) => {
    const [result, committed] = await collecting(transaction, outbox)(work)
    await outbox.settle(committed)
    return result
  }

/** Transactions that hand out what they appended, for callers that settle in their own time. */
export const collecting =
  (transaction: Transaction, outbox: Outbox) =>
  async <Result>(work: Parameters<typeof transaction<Result>>[0]): Promise<[Result, AppointmentsEvent[]]> => {
    let committed: AppointmentsEvent[] = []
    const result = await transaction(async (tx) => {
      const outcome = await work(tx)
      committed = outbox.takeAppended(tx)
      return outcome
    })
    return [result, committed]
  }
