import { parse } from 'node:querystring'

type Query = Record<string, string | string[]>

/**
 * Reads a query. `name[]` and `name[0]` are other spellings of `name`, and a parameter without a value counts as absent,
 * because forms and HTTP libraries write both.
 */
export function readQuery(text: string | null | undefined): Query {
  const query = Object.create(null) as Query
  for (const [spelling, given] of Object.entries(parse(text ?? ''))) {
    const name = spelling.replace(/\[\d*\]$/, '')
    const before = query[name] ?? []
    const values = [before, given ?? []].flat().filter((value) => value !== '')
    const [only] = values
    if (only !== undefined) query[name] = values.length === 1 ? only : values
  }
  return query
}
