import { AsyncResource } from 'node:async_hooks'
import pg from 'pg'
import { isOutOfReach } from '@appointments/runtime'
import type { Tx } from './statements.ts'
import type { Transaction } from './transaction.ts'

/** Maximum number of pieces of work in one transaction. */
const MOST = 20

interface Piece {
  work: (tx: Tx) => unknown
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

/**
 * Transactions that several pieces of work share: work that arrives while a transaction runs is done together in the
 * next one, with one BEGIN, one COMMIT and one wait for the disk. If one piece fails, nothing of the transaction is
 * stored, and each piece is repeated in a transaction of its own, so that a failure affects only its own piece.
 *
 * Work must therefore be safe to repeat, even after a COMMIT whose response was lost, and no two pieces that run at the
 * same moment may lock the same rows in different orders.
 * @param lanes maximum number of transactions at the same time
 */
export function sharedTransactions(transaction: Transaction, lanes: number): Transaction {
  const waiting: Piece[] = []
  let running = 0

  const start = () => {
    while (running < lanes && waiting.length > 0) {
      const pieces = waiting.splice(0, MOST)
      running += 1
      void together(pieces).finally(() => {
        running -= 1
        start()
      })
    }
  }

  const together = async (pieces: Piece[]): Promise<void> => {
    try {
      const results = await transaction((tx) =>
        all(pieces.map(({ work }) => Promise.resolve({ ...tx }).then(work))),
      )
      pieces.forEach(({ resolve }, place) => resolve(results[place] as never))
    } catch (error) {
      // if the database is unreachable, the pieces would only fail in the same way, one after another
      const isUnreachable = isOutOfReach(error) && !(error instanceof pg.DatabaseError)
      if (pieces.length === 1 || isUnreachable) for (const { reject } of pieces) reject(error)
      else
        for (const { work, resolve, reject } of pieces) await transaction(work).then(resolve as never, reject)
    }
  }

  return <Result>(work: (tx: Tx) => Result | Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      // each piece keeps the trace and the request that it belongs to
      waiting.push({ work: AsyncResource.bind(work), resolve, reject })
      // after all pending input has been read, so that work that arrives together is done together
      if (waiting.length === 1) setImmediate(start)
    })
}

/** Waits for everything, so that nothing uses a transaction after its end. @throws the first failure */
async function all(results: Promise<unknown>[]): Promise<unknown[]> {
  const ended = await Promise.allSettled(results)
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}
