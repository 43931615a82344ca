import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseUrls } from './backends.ts'
import { keepers, type Keeper } from './service-names.ts'

const REMOVED = 'AND a.id NOT IN (SELECT id FROM removed_appointments)'

/** Pairs of overlapping open appointments of one agent in one application, as a database shows them. */
const doubleBookings = (service: Keeper, applicationId: string): { text: string; values: string[] } => ({
  text: `WITH open AS (
      SELECT a.id, agent ->> 'id' AS agent_id, (a.appointment ->> 'start')::timestamptz AS start_at,
        (a.appointment ->> 'end')::timestamptz AS end_at
      FROM appointments a, jsonb_array_elements(a.roster::jsonb -> 'participants') AS agent
      WHERE a.appointment ->> 'applicationId' = $1 AND a.appointment ->> 'state' IN ('SCHEDULED', 'ACTIVATED')
        AND agent ->> 'type' = 'AGENT' ${service === 'notifications' ? REMOVED : ''})
    SELECT one.agent_id AS "agentId", one.id AS one, other.id AS other, one.start_at AS "startAt"
    FROM open one JOIN open other ON one.agent_id = other.agent_id AND one.id < other.id
      AND one.start_at < other.end_at AND other.start_at < one.end_at`,
  values: [applicationId],
})

const BETWEEN_LOOKS_MS = 20
/** A pause lasts this many times as long as the poll before it, so polling takes a bounded share of a processor. */
const PAUSES_PER_LOOK = 10

/** Error codes for a table or column that does not exist; every poll of the database would fail. */
const FITS_NO_SCHEMA = ['42P01', '42703']

/**
 * Polls the databases that keep appointments until stopped; an unreachable one is skipped until it is back.
 * @returns a function that stops the polling and resolves with the findings and the number of polls of each database
 * @throws Error, from that function, if a database lacks a table or column that is read
 */
export function watchForDoubleBookings(
  databases: DatabaseUrls,
  applicationId: string,
): () => Promise<{ looks: Record<Keeper, number>; seen: string[] }> {
  const seen = new Set<string>()
  const looks: Record<Keeper, number> = { appointments: 0, participants: 0, notifications: 0 }
  let isOver = false
  const watch = async (service: Keeper) => {
    const pool = new pg.Pool({ connectionString: databases[service], max: 1, query_timeout: 5000 })
    pool.on('error', () => undefined)
    try {
      while (!isOver) {
        const begin = performance.now()
        const rows = await pool.query<Pair>(doubleBookings(service, applicationId)).then(
          (result) => result.rows,
          (error: unknown) => {
            if (FITS_NO_SCHEMA.includes((error as { code?: string }).code ?? '')) throw error
            return undefined
          },
        )
        const tookMs = rows ? performance.now() - begin : 0
        if (rows) looks[service] += 1
        for (const { agentId, one, other, startAt } of rows ?? [])
          seen.add(`${service}: ${agentId} has ${one} and ${other} at ${startAt.toISOString()}`)
        await pause(Math.max(BETWEEN_LOOKS_MS, PAUSES_PER_LOOK * tookMs))
      }
    } finally {
      await pool.end()
    }
  }
  const watching = Promise.all(keepers.map(watch))
  // an error is reported when the polling is stopped
  watching.catch(() => undefined)
  return async () => {
    isOver = true
    await watching
    return { looks, seen: [...seen] }
  }
}

interface Pair {
  agentId: string
  one: string
  other: string
  startAt: Date
}
