interface Question<Row> {
  resolve: (row: Row | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Makes statements for many rows of questions for one row each: what is asked in the same turn of the event loop goes
 * to the database together, so that a busy service needs fewer connections and statements. No question is answered by
 * a statement that was sent before it was asked, so whoever has seen a write sees it here too.
 * @param ask finds the rows of some ids; those that do not exist are left out
 */
export function askedTogether<Row extends { id: string }>(
  ask: (ids: string[]) => Promise<Row[]>,
): (id: string) => Promise<Row | undefined> {
  let waiting = new Map<string, Question<Row>[]>()

  const send = async () => {
    const asked = waiting
    waiting = new Map()
    try {
      const rows = new Map((await ask([...asked.keys()])).map((row) => [row.id, row]))
      for (const [id, questions] of asked) for (const { resolve } of questions) resolve(rows.get(id))
    } catch (error) {
      for (const { reject } of [...asked.values()].flat()) reject(error)
    }
  }

  return (id) =>
    new Promise((resolve, reject) => {
      // after everything that has arrived so far has been read
      if (waiting.size === 0) setImmediate(() => void send())
      const question = { resolve, reject }
      const others = waiting.get(id)
      if (others) others.push(question)
      else waiting.set(id, [question])
    })
}
