import type { ServiceName } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'

/**
 * Ids of the newest events that a subscriber may not have applied: it has not replied, or its reply is not recorded yet.
 */
export async function unappliedEvents(sql: Sql, subscriber: ServiceName, limit: number): Promise<string[]> {
  const { rows } = await sql.query<{ event_id: string }>(
    `SELECT event_id FROM (
       SELECT event_id, created_at FROM outbox
       WHERE published_at IS NOT NULL AND awaiting <> '{}' AND awaiting @> ARRAY[$1]
       UNION ALL
       SELECT event_id, created_at FROM outbox WHERE published_at IS NULL AND awaiting @> ARRAY[$1]
     ) AS waiting ORDER BY created_at DESC LIMIT $2`,
    [subscriber, limit],
  )
  return rows.map(({ event_id }) => event_id)
}

/** How long the oldest event has waited for a subscriber to apply it, or for the record of its reply; 0 if none waits. */
export async function unappliedSeconds(sql: Sql, subscriber: ServiceName, now: Date): Promise<number> {
  const { rows } = await sql.query<{ oldest: Date | null }>(
    `SELECT least(
       (SELECT min(created_at) FROM outbox
        WHERE published_at IS NOT NULL AND awaiting <> '{}' AND awaiting @> ARRAY[$1]),
       (SELECT min(created_at) FROM outbox WHERE published_at IS NULL AND awaiting @> ARRAY[$1])) AS oldest`,
    [subscriber],
  )
  const oldest = rows[0]?.oldest
  return oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0
}

/** The events among these that a service has not applied. */
export async function notInInbox(
  sql: Sql,
  service: ServiceName,
  eventIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM unnest($2::text[]) AS given (id)
     WHERE NOT EXISTS (SELECT FROM inbox WHERE consumer = $1 AND event_id = id)`,
    [service, eventIds],
  )
  return rows.map(({ id }) => id)
}
