import pg from 'pg'
import { inSpan, remainingMs } from '@appointments/runtime'
import { createLines } from './lines.ts'
import type { Pool } from './pool.ts'
import { statementsOf, type Tx } from './statements.ts'
import { WaitTooLong, type WatchWaits } from './wait-too-long.ts'

/**
 * Runs work in one transaction: all of it is stored, or nothing.
 * @param locks names of the locks that the work will wait for in the database; at most two pieces of work with the same
 *   one have a connection at once, so writers that wait for each other leave the other connections free
 */
export type Transaction = <Result>(
  work: (tx: Tx) => Result | Promise<Result>,
  locks?: readonly string[],
) => Promise<Result>

const TRIES = 3
/** One for the holder of the lock, and one that waits in the database, so that it gets the lock without delay. */
const CONNECTIONS_OF_A_LOCK = 2
/** All transactions of a pool queue in one line. */
const POOL = 'pool'
/** Share of the connections that transactions leave to single statements, so that reads do not queue behind many writes. */
const SHARE_OF_READS = 1 / 5
const isTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout'
/** The server became a standby or accepts no more writes. */
const isReadOnly = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError && error.code === '25006'
/** A serialization failure, a deadlock, or a row that an exclusion constraint does not allow beside a concurrent one. */
const isConflict = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(40001|40P01|23P01)$/.test(error.code ?? '')

/**
 * Transactions on a pool. A serialization failure, a deadlock, or a violation of an exclusion constraint is retried, up to
 * three attempts in total; other errors are not, because a COMMIT may have succeeded even if its response is lost.
 */
export function transactionsOn(pool: Pool, onWaitTooLong?: WatchWaits): Transaction {
  const waits = { waitMs: pool.options.connectionTimeoutMillis ?? 0, onWaitTooLong }
  const inLine = createLines({ ...waits, mostRunning: CONNECTIONS_OF_A_LOCK, waitedFor: 'lock' })
  const { max } = pool.options
  const mostRunning = max - Math.floor(max * SHARE_OF_READS)
  const connected = createLines({ ...waits, mostRunning, waitedFor: 'connection' })
  const once = async <Result>(work: (tx: Tx) => Result | Promise<Result>): Promise<Result> => {
    const client = await pool.connect()
    if (remainingMs() === 0) {
      client.release()
      throw new WaitTooLong('connection')
    }
    let broken: Error | undefined
    // a connection that breaks between two statements must not return to the pool
    const onBroken = (error: Error) => (broken = error)
    client.on('error', onBroken)
    const { tx, begin, commit, rollback } = statementsOf(client)
    try {
      await begin()
      const result = await work(tx)
      await commit()
      return result
    } catch (error) {
      // a connection in an unknown state must not return to the pool, and cannot be rolled back either; one to a demoted
      // server would fail all later writes
      if (isTimeout(error) || isReadOnly(error)) broken = error
      else await rollback().catch((rollbackError: unknown) => (broken = rollbackError as Error))
      throw error
    } finally {
      client.off('error', onBroken)
      client.release(broken)
    }
  }
  const tried = async <Result>(work: (tx: Tx) => Result | Promise<Result>): Promise<Result> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(work)
      } catch (error) {
        if (!isConflict(error) || attempt === TRIES) throw error
      }
    }
  }
  return (work, locks = []) =>
    inSpan('transaction', { kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, () =>
      inLine(locks, () => connected([POOL], () => tried(work))),
    )
}
