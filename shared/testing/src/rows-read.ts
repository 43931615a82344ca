import type pg from 'pg'

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Runs a statement, and counts the rows that its plan reads from tables and indexes. */
export async function rowsRead(
  client: Pick<pg.Client, 'query'>,
  text: string,
  values: readonly unknown[],
): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    [...values],
  )
  return rows[0] ? readBy(rows[0]['QUERY PLAN'][0].Plan) : 0
}

function readBy(node: Plan): number {
  const own = node['Node Type'].includes('Scan')
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0
  return (node.Plans ?? []).reduce((sum, one) => sum + readBy(one), own)
}
