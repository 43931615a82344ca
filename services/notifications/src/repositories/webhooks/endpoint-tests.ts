import type { Sql } from '@appointments/postgres'

interface EndpointTest {
  id: string
  applicationId: string
  now: Date
  /** When the test counts as ended even if its end was not reported. */
  endsAt: Date
}

/** Limits of concurrent tests. */
interface Limits {
  perApplication: number
  /** All applications together; tests that begin at the same moment may exceed it by a few. */
  inAll: number
}

/** Slots for endpoint tests, shared by all replicas. */
export const endpointTests = {
  /** @returns false if there is no free slot for another test of this application */
  async begin(
    sql: Sql,
    { id, applicationId, now, endsAt }: EndpointTest,
    { perApplication, inAll }: Limits,
  ): Promise<boolean> {
    for (let slot = 1; slot <= perApplication; slot += 1) {
      const { rowCount } = await sql.query(
        `INSERT INTO endpoint_tests (application_id, slot, test_id, ends_at)
         SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM endpoint_tests WHERE ends_at > $5) < $6
         ON CONFLICT (application_id, slot) DO UPDATE SET test_id = $3, ends_at = $4
           WHERE endpoint_tests.ends_at <= $5`,
        [applicationId, slot, id, endsAt, now, inAll],
      )
      if (rowCount === 1) return true
    }
    return false
  },

  async end(sql: Sql, id: string): Promise<void> {
    await sql.query('DELETE FROM endpoint_tests WHERE test_id = $1', [id])
  },
}
