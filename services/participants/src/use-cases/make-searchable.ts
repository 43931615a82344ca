import type { Transaction } from '@appointments/postgres'
import { customerWordsOf } from '../domain/search-entry.ts'
import type { Deps } from './deps.ts'

const BATCH = 100

/**
 * Indexes appointments that a release without the search has written.
 * @returns true if more are pending
 * @param transaction a transaction that does not wait for other services
 */
export const makeSearchable =
  ({ searchIndex, clock }: Pick<Deps, 'searchIndex' | 'clock'>, transaction: Transaction) =>
  async (): Promise<boolean> => {
    const ids = await searchIndex.pending(BATCH)
    if (ids.length === 0) return false
    const made = await transaction(async (tx) => {
      const found = await searchIndex.lock(tx, ids)
      for (const { customers, ...whole } of found) {
        const words = Object.fromEntries(
          customers.map((customer) => [customer.id, customerWordsOf(customer)]),
        )
        searchIndex.renew(tx, whole, words, clock.now())
      }
      return found.length
    })
    // appointments that another transaction has locked are left to the next run
    return made === BATCH
  }
