import { AsyncLocalStorage } from 'node:async_hooks'
import { gather, remainingMs } from '@appointments/runtime'
import type { Sql } from './pool.ts'

interface Question<Row> {
  id: string
  /** Milliseconds until the deadline of its request. */
  leftMs: number
  /** Runs work as a part of its request. */
  inRequest: ReturnType<typeof AsyncLocalStorage.snapshot>
  resolve: (row: Row | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Combines requests for one row each into one statement for many rows: all requests of one turn of the event loop are
 * sent together, so that a busy service needs fewer connections and statements; see {@link gather}. The statement
 * waits for a connection until the latest deadline of these requests.
 * @param ask finds the rows of some ids; omits those that do not exist
 */
export function askedTogether<Row extends { id: string }>(
  ask: (ids: string[]) => Promise<Row[]>,
): (id: string) => Promise<Row | undefined> {
  const resolveAll = async (questions: Question<Row>[]) => {
    try {
      const ids = [...new Set(questions.map(({ id }) => id))]
      const { inRequest } = questions.reduce((latest, other) =>
        other.leftMs > latest.leftMs ? other : latest,
      )
      const rows = new Map((await inRequest(() => ask(ids))).map((row) => [row.id, row]))
      for (const { id, resolve } of questions) resolve(rows.get(id))
    } catch (error) {
      for (const { reject } of questions) reject(error)
    }
  }
  const question = gather<Question<Row>>((questions) => void resolveAll(questions))
  return (id) =>
    new Promise((resolve, reject) => {
      const inRequest = AsyncLocalStorage.snapshot()
      question({ id, leftMs: remainingMs() ?? Infinity, inRequest, resolve, reject })
    })
}

/**
 * Like {@link askedTogether}, with the database as an argument: requests to the same database are sent together.
 * @param ask finds the rows of some ids in a database; omits those that do not exist
 */
export function readTogether<Row extends { id: string }, Database extends Sql = Sql>(
  ask: (sql: Database, ids: string[]) => Promise<Row[]>,
): (sql: Database, id: string) => Promise<Row | undefined> {
  const readers = new WeakMap<Database, (id: string) => Promise<Row | undefined>>()
  return (sql, id) => {
    const reader = readers.get(sql) ?? askedTogether((ids) => ask(sql, ids))
    readers.set(sql, reader)
    return reader(id)
  }
}
