import type pg from 'pg'
import type { Sql } from './pool.ts'

/** The statements of a transaction, carried out in the order in which they are sent. */
export interface Tx extends Sql {
  /**
   * Sends a change whose result nobody looks at, and does not wait for it. Where it fails nothing of the transaction is
   * stored, and whoever waits next for a statement or for the commit gets its error.
   * @param orElse makes the error where there was nothing to change; without it that is fine
   */
  write: (text: string, values: readonly unknown[], orElse?: () => Error) => void
  /** Has something done as soon as the transaction is stored; not at all where it is not. */
  whenStored: (then: () => void) => void
}

/** A transaction on a connection, step by step. */
export interface Statements {
  tx: Tx
  begin: () => Promise<void>
  /** Stores everything. @throws what the first change that failed threw; nothing is stored then */
  commit: () => Promise<void>
  /** Leaves nothing; does nothing where the transaction has ended. */
  rollback: () => Promise<void>
}

/** Makes a transaction of a connection that nobody else uses until it has ended. */
export function statementsOf(client: pg.ClientBase): Statements {
  const changes: Promise<void>[] = []
  /** Those of the changes that nothing may be stored without. */
  const conditions: Promise<void>[] = []
  const followUps: (() => void)[] = []
  let isOpen = false
  /** Why a change failed. What was sent behind it is in vain, or fails because of it and says less. */
  let failure: Error | undefined

  const why = () => failure ?? new Error('a statement failed, so nothing was stored')

  const send = (...statement: unknown[]): Promise<pg.QueryResult> => {
    // the connection belongs to somebody else by now, who would find the change among theirs
    if (!isOpen) return Promise.reject(new Error('the transaction has ended'))
    return (client.query as (...statement: unknown[]) => Promise<pg.QueryResult>).apply(client, statement)
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
      // a change is sent only when this is answered: without a transaction around it, it would be stored at once
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
