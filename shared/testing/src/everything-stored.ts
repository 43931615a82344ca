import type pg from 'pg'

/** The rows of all tables of a database, as text: for tests that no data about a person remains. */
export async function everythingStored(client: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  const contents = await Promise.all(
    tables.map(({ name }) =>
      client.query<{ all: string | null }>(`SELECT string_agg(t::text, ' ') AS all FROM "${name}" t`),
    ),
  )
  return contents.map(({ rows }) => rows[0]?.all ?? '').join(' ')
}
