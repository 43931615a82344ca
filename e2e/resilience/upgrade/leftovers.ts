import { topology } from '@appointments/contracts'
import { connectRabbitmq } from '@appointments/broker'
import { createLog } from '@appointments/runtime'
import pg from 'pg'

/** Number of events in the outboxes that the broker has not confirmed yet. */
export async function unpublishedEvents(databases: Record<string, string>): Promise<number> {
  let waiting = 0
  for (const connectionString of Object.values(databases)) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      const { rowCount } = await client.query('SELECT FROM outbox WHERE published_at IS NULL')
      waiting += rowCount ?? 0
    } finally {
      await client.end()
    }
  }
  return waiting
}

/** The reasons of all dead letters, in any queue. */
export async function deathReasons(rabbitmqUrl: string): Promise<string[]> {
  const log = createLog('upgrade', 'warn')
  const broker = await connectRabbitmq({ url: rabbitmqUrl, topology, connectionName: 'upgrade', log })
  try {
    const letters = await Promise.all(topology.queues.map(({ name }) => broker.deadLetters(name)))
    return letters.flat().map(({ message, reason }) => `${message.type}: ${reason}`)
  } finally {
    await broker.close()
  }
}
