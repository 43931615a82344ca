import { gather } from '@appointments/runtime'

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
  const answer = async (questions: Question<Row>[]) => {
    try {
      const ids = [...new Set(questions.map(({ id }) => id))]
      const rows = new Map((await ask(ids)).map((row) => [row.id, row]))
      for (const { id, resolve } of questions) resolve(rows.get(id))
    } catch (error) {
      for (const { reject } of questions) reject(error)
    }
  }
  const question = gather<Question<Row>>((questions) => void answer(questions))
  return (id) => new Promise((resolve, reject) => question({ id, resolve, reject }))
}
