import { gather } from '@appointments/runtime'
import type { Sql } from './pool.ts'

interface Question<Row> {
  id: string
  resolve: (row: Row | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Combines requests for one row each into one statement for many rows: all requests of one turn of the event loop are
 * sent together, so that a busy service needs fewer connections and statements; see {@link gather}.
 * @param ask finds the rows of some ids; omits those that do not exist
 */
export function askedTogether<Row extends { id: string }>(
  ask: (ids: string[]) => Promise<Row[]>,
): (id: string) => Promise<Row | undefined> {
  const resolveAll = async (questions: Question<Row>[]) => {
    try {
      const ids = [...new Set(questions.map(({ id }) => id))]
      const rows = new Map((await ask(ids)).map((row) => [row.id, row]))
      for (const { id, resolve } of questions) resolve(rows.get(id))
    } catch (error) {
      for (const { reject } of questions) reject(error)
    }
  }
  const question = gather<Question<Row>>((questions) => void resolveAll(questions))
  return (id) => new Promise((resolve, reject) => question({ id, resolve, reject }))
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
