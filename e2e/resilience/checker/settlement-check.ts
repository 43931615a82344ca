import { areApplied } from '../../src/applied-events.ts'
import { owners, publishers, type Owner } from '../../src/service-names.ts'
import { withDatabase } from '../servers/with-database.ts'
import type { Stage } from '../stage/stage.ts'

const UNDER_WAY: Record<Owner, string> = {
  appointments: `SELECT FROM outbox WHERE published_at IS NULL
    UNION ALL SELECT FROM appointment_changes WHERE position IS NULL LIMIT 1`,
  participants: 'SELECT FROM outbox WHERE published_at IS NULL LIMIT 1',
  availability: 'SELECT FROM outbox WHERE published_at IS NULL LIMIT 1',
  notifications:
    'SELECT FROM notifications WHERE (due_at <= now() AND provider_id IS NULL) OR lease_token IS NOT NULL LIMIT 1',
}

interface Recorded {
  position: string
  id: string
  type: string
  aggregateId: string
}

const recordedAfter = async (url: string, position: string): Promise<Recorded[]> => {
  const { rows } = await withDatabase(url, (client) =>
    client.query<Recorded>(
      `SELECT position, event_id AS id, type, aggregate_id AS "aggregateId" FROM recorded_events
       WHERE position > $1 ORDER BY position`,
      [position],
    ),
  )
  return rows
}

const appliedOf = async (url: string, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await withDatabase(url, (client) =>
    client.query<{ id: string }>('SELECT event_id AS id FROM inbox WHERE event_id = ANY ($1)', [ids]),
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Creates a check of whether every event has been applied, every change has a position, and every due message has been
 * attempted. The check reads only the events since it was last true: it runs ten times a second in the process that also
 * serves webhooks and mails, and must not slow them down. The checker of a fault looks at all events.
 */
export function createSettlementCheck({ databases }: Pick<Stage, 'databases'>): () => Promise<boolean> {
  let settled = new Map<Owner, string>()
  return async () => {
    for (const service of owners) {
      const { rowCount } = await withDatabase(databases[service], (client) =>
        client.query(UNDER_WAY[service]),
      )
      if (rowCount !== 0) return false
    }
    const reached = new Map(settled)
    const recorded: Recorded[] = []
    for (const service of publishers) {
      const events = await recordedAfter(databases[service], settled.get(service) ?? '0')
      recorded.push(...events)
      const last = events.at(-1)
      if (last) reached.set(service, last.position)
    }
    const ids = recorded.map(({ id }) => id)
    const applied = await Promise.all(
      owners.map(async (service) => [service, await appliedOf(databases[service], ids)] as const),
    )
    if (!areApplied(recorded, Object.fromEntries(applied) as Record<Owner, Set<string>>)) return false
    settled = reached
    return true
  }
}
