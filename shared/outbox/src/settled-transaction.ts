import type { AppointmentsEvent } from '@appointments/contracts'
import type { Transaction } from '@appointments/postgres'
import type { Outbox } from './outbox.ts'

/**
 * Transactions whose events are published and settled before the caller gets its result, so that every available service
 * already shows the change.
 */
export const settledTransactions =
  (transaction: Transaction, outbox: Outbox): Transaction =>
  async (work, locks) => {
    const [result, committed] = await collecting(transaction, outbox)(work, locks)
    await outbox.settle(committed)
    return result
  }

/** Transactions that also return the appended events, for callers that settle them later. */
export const collecting =
  (transaction: Transaction, outbox: Outbox) =>
  async <Result>(
    ...[work, locks]: Parameters<typeof transaction<Result>>
  ): Promise<[Result, AppointmentsEvent[]]> => {
    let committed: AppointmentsEvent[] = []
    const result = await transaction(async (tx) => {
      const outcome = await work(tx)
      committed = outbox.takeAppended(tx)
      return outcome
    }, locks)
    return [result, committed]
  }
