import type pg from 'pg'
import type { Sql } from './pool.ts'

/** The statements of a transaction, executed in the order in which they are sent. */
export interface Tx extends Sql {
  /**
   * Sends a change without waiting for its result. If it fails, nothing of the transaction is stored, and the next awaited
   * statement or the commit throws its error.
   * @param orElse creates the error if no row was changed; without it, that is not an error
   */
  write: (text: string, values: readonly unknown[], orElse?: () => Error) => void
  /** Calls `then` once the transaction is stored; never if it is not. */
  whenStored: (then: () => void) => void
}

/** A transaction on a connection, step by step. */
export interface Statements {
  tx: Tx
  begin: () => Promise<void>
  /** Stores everything. @throws the error of the first failed change; nothing is stored then */
  commit: () => Promise<void>
  /** Discards everything; has no effect if the transaction has ended. */
  rollback: () => Promise<void>
}

/** Runs a transaction on a connection, which must not be used otherwise until the transaction has ended. */
export function statementsOf(client: pg.ClientBase): Statements {
  const changes: Promise<void>[] = []
  /** Changes that must succeed before anything is stored. */
  const conditions: Promise<void>[] = []
  const followUps: (() => void)[] = []
  let isOpen = false
  /** Error of the first failed change; later statements fail because of it, with less informative errors. */
  let failure: Error | undefined

  const query = client.query.bind(client) as (...statement: unknown[]) => Promise<pg.QueryResult>
  const why = () => failure ?? new Error('a statement failed, so nothing was stored')

  const send = (...statement: unknown[]): Promise<pg.QueryResult> => {
    // the connection now belongs to another transaction, which would include the change
    if (!isOpen) return Promise.reject(new Error('the transaction has ended'))
    return query(...statement)
  }
  const end = async (command: 'COMMIT' | 'ROLLBACK') => {
    const ended = send(command)
    isOpen = false
    await Promise.all([...changes, ended])
    return ended
  }

  return {
    tx: {
      query: (async (...statement: unknown[]) => {
        const sent = send(...statement)
        const result = await sent.catch((error: unknown) => {
          throw failure ?? (error as Error)
        })
        if (failure) throw failure
        return result
      }) as Sql['query'],
      write: (text, values, orElse) => {
        const change = send(text, values).then(
          ({ rowCount }) => {
            if (orElse && rowCount === 0) failure ??= orElse()
          },
          (error: unknown) => {
            failure ??= error as Error
          },
        )
        changes.push(change)
        if (orElse) conditions.push(change)
      },
      whenStored: (then) => void followUps.push(then),
    },
    begin: async () => {
      // waits for the response, because a change without a transaction would be stored immediately
      await client.query('BEGIN')
      isOpen = true
    },
    commit: async () => {
      await Promise.all(conditions)
      if (failure) throw failure
      const { command } = await end('COMMIT')
      if (command !== 'COMMIT') throw why()
      for (const then of followUps) then()
    },
    rollback: async () => {
      if (isOpen) await end('ROLLBACK')
    },
  }
}
