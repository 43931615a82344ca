import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { withDatabase } from '../servers/with-database.ts'
import type { Stage } from '../stage/stage.ts'
import type { ClaimedTime } from './evidence.ts'

const TEXT = `agent_id || ' of ' || holder || ' from ' || extract(epoch FROM starts) || ' to ' || extract(epoch FROM ends)`

const OWN = `SELECT ${TEXT} AS claimed FROM (
    SELECT b.agent_id, coalesce(b.appointment_id, b.hold_key) AS holder,
      coalesce(b.occupied_from, b.start_at) AS starts, coalesce(b.occupied_to, b.end_at) AS ends
    FROM agent_bookings b LEFT JOIN appointments a ON a.id = b.appointment_id
    WHERE CASE WHEN b.hold_key IS NULL THEN a.state IN ('SCHEDULED', 'ACTIVATED') ELSE b.claimed_until > now() END
  ) live ORDER BY claimed`
const COPY = `SELECT ${TEXT} AS claimed FROM (
    SELECT agent_id, holder_id AS holder, occupied_from AS starts, occupied_to AS ends FROM claims
    WHERE expires_at IS NULL OR expires_at > now()
  ) live ORDER BY claimed`

/** Maximum number of comparisons, because claims may end between the reads of the two databases. */
const LOOKS = 20
const BETWEEN_LOOKS_MS = 250

/** The claimed time of all agents, in the database that owns it and in its copy. */
export async function claimedTime(
  databases: Pick<Stage['databases'], 'appointments' | 'availability'>,
): Promise<ClaimedTime> {
  const read = (service: keyof typeof databases, text: string) =>
    withDatabase(databases[service], async (client) =>
      (await client.query<{ claimed: string }>(text)).rows.map(({ claimed }) => claimed),
    )
  for (let look = 1; ; look += 1) {
    const found = { own: await read('appointments', OWN), copy: await read('availability', COPY) }
    if (isDeepStrictEqual(found.own, found.copy) || look === LOOKS) return found
    await pause(BETWEEN_LOOKS_MS)
  }
}
