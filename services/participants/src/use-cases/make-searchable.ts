import type { Transaction } from '@appointments/postgres'
import { customerWordsOf } from '../domain/search-entry.ts'
import type { Deps } from './deps.ts'

const BATCH = 100

/**
 * Makes the entries of appointments that a release without the search has written; true if more wait.
 * @param transaction one that waits for no other service
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
    // those that another transaction has locked are left to the next turn
    return made === BATCH
  }
