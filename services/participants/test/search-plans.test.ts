import { afterAll, beforeAll, expect, it } from 'vitest'
import { migratedDatabase } from '@appointments/foundation/test-harness'
import type { Sql } from '@appointments/postgres'
import { rowsRead, withConnection, type FreshDatabase } from '@appointments/testing'
import { searchesIn, type SearchFilters } from '../src/repositories/searches.ts'

/** Every application belongs to an organization of its own. */
const APPLICATIONS = 50
const ENTRIES_OF_EACH = 300

let database: FreshDatabase
beforeAll(async () => {
  database = await migratedDatabase('participants')
  await withConnection(database.url, async (client) => {
    await client.query(
      `INSERT INTO search_entries (appointment_id, organization_id, application_id, start_at, changed_at, state,
         has_agent, words, customer_words)
       SELECT 'appointment-' || n, 'bank-' || n % $1, 'advice-' || n % $1, now() + n * interval '1 minute', now(),
         'SCHEDULED', true, array_to_tsvector(ARRAY['advice']), array_to_tsvector(ARRAY['ada', 'c' || n || '@example.com'])
       FROM generate_series(1, $1::int * $2::int) AS n`,
      [APPLICATIONS, ENTRIES_OF_EACH],
    )
    await client.query('VACUUM ANALYZE search_entries')
  })
})
afterAll(() => database.drop())

/** Rows that the last statement of a search reads. */
async function readBy(filters: Partial<SearchFilters>): Promise<number> {
  let read = 0
  await withConnection(database.url, async (client) => {
    const explaining = {
      async query({ text, values }: { text: string; values: unknown[] }) {
        read = await rowsRead(client, text, values)
        return { rows: [] }
      },
    }
    await searchesIn(explaining as unknown as Sql).find(
      {
        applicationId: 'advice-1',
        scope: { organizationId: 'bank-1' },
        beginnings: [],
        ...filters,
      },
      { order: 'start', after: undefined, limit: 51, withCustomers: false },
    )
  })
  return read
}

it('finds the appointments of an address without reading the others of the application', async () => {
  expect(await readBy({ whole: 'c101@example.com' })).toBeLessThan(20)
})

it('reads a page of the appointments of an application without reading the rest', async () => {
  expect(await readBy({})).toBeLessThan(200)
})
