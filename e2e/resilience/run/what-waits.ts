import { withDatabase } from '../servers/with-database.ts'
import { owners } from '../../src/service-names.ts'
import type { Stage } from '../stage/stage.ts'

const WAITING = {
  appointments:
    "SELECT count(*) FILTER (WHERE published_at IS NULL) AS unpublished, count(*) FILTER (WHERE awaiting <> '{}') AS unapplied FROM outbox",
  participants:
    "SELECT count(*) FILTER (WHERE published_at IS NULL) AS unpublished, count(*) FILTER (WHERE awaiting <> '{}') AS unapplied FROM outbox",
  availability: 'SELECT count(*) FILTER (WHERE published_at IS NULL) AS unpublished FROM outbox',
  notifications:
    'SELECT count(*) FILTER (WHERE due_at <= now()) AS due, count(lease_token) AS leased FROM notifications',
}

/** Describes in a line what the services and their queues still have to do. */
export async function whatWaits(stage: Stage): Promise<string> {
  const broker = await stage.connectBroker()
  try {
    const parts: string[] = []
    for (const owner of owners) {
      const queue = await broker.depth(owner).catch(() => ({ away: true }))
      const { rows } = await withDatabase(stage.databases[owner], (client) =>
        client.query<object>(WAITING[owner]),
      )
      parts.push(`${owner} ${JSON.stringify({ ...queue, ...rows[0] })}`)
    }
    return parts.join(', ')
  } finally {
    await broker.close()
  }
}
