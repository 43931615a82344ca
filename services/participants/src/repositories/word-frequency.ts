import type { Sql } from '@appointments/postgres'

/** The condition that an entry matches a query of words. It uses the same expression as the index of words. */
export const matches = (query: string) => `(words || customer_words) @@ ${query}::tsquery`

/** PostgreSQL expects words without statistics in at most this share of the entries. */
const UNKNOWN_SHARE = 0.005

/** Whether PostgreSQL expects few entries to contain the words of a query. The query is only planned, not run. */
export async function isRare(sql: Sql, query: string): Promise<boolean> {
  const [plan, table] = await Promise.all([
    sql.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      `EXPLAIN (FORMAT JSON) SELECT FROM search_entries WHERE ${matches('$1')}`,
      [query],
    ),
    sql.query<{ entries: number }>(
      `SELECT reltuples::float8 AS entries FROM pg_class WHERE oid = 'search_entries'::regclass`,
      [],
    ),
  ])
  const expected = plan.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? Infinity
  return expected <= UNKNOWN_SHARE * (table.rows[0]?.entries ?? 0)
}
