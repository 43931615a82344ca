import { setTimeout as pause } from 'node:timers/promises'
import { withDatabase } from '../servers/with-database.ts'
import { owners, type Owner } from '../../src/service-names.ts'
import type { Fault, FaultGroup } from './fault.ts'

const lostCommits = (owner: Owner): Fault => ({
  name: `lose COMMIT responses of ${owner}`,
  does: `Forwards five COMMITs of ${owner} to Postgres and resets the connection instead of returning the response.`,
  ...(owner === 'appointments' && { isShort: true }),
  apply({ links }) {
    void links[`${owner}→postgres`].loseResponseTo('COMMIT', 5)
  },
})

/** Limits the services' connections to each database, not those of the harness; -1 removes the limit. */
async function limitConnections(url: string, databases: string[], most: number): Promise<void> {
  await withDatabase(url, async (client) => {
    for (const database of databases) {
      const name = client.escapeIdentifier(new URL(database).pathname.slice(1))
      await client.query(`ALTER DATABASE ${name} CONNECTION LIMIT ${most}`)
      if (most >= 0)
        await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
          new URL(database).pathname.slice(1),
        ])
    }
  })
}

const blackHole = (owner: Owner): Fault => ({
  name: `black hole to postgres of ${owner}`,
  does: `Silently drops all traffic between ${owner} and its database for 8 s.`,
  lastsMs: 8000,
  apply({ links }) {
    links[`${owner}→postgres`].blackHole()
  },
})

export const postgresFaults: FaultGroup = {
  kind: 'postgres',
  faults: [
    {
      name: 'restart postgres',
      does: 'Stops Postgres cleanly, ends all connections, and restarts it.',
      lastsMs: 500,
      apply: ({ postgres }) => postgres.stop(),
    },
    {
      name: 'kill postgres',
      does: 'Kills Postgres with all its processes for a few seconds.',
      isShort: true,
      apply: ({ postgres }) => postgres.kill(),
    },
    {
      name: 'long postgres outage',
      does: 'Stops Postgres for 20 s, longer than a message waits for its first retries.',
      lastsMs: 20_000,
      apply: ({ postgres }) => postgres.stop(),
    },
    {
      name: 'end backends',
      does: 'Ends every connection of the services in the database, five times.',
      async apply({ postgres }) {
        for (let count = 0; count < 5; count += 1) {
          await withDatabase(postgres.url, (client) =>
            client.query(
              `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
            ),
          )
          await pause(300)
        }
      },
    },
    ...owners.map(lostCommits),
    {
      name: 'pause postgres',
      does: 'Suspends Postgres for 6 s, longer than any statement may take.',
      lastsMs: 6000,
      apply: ({ postgres }) => postgres.pause(),
    },
    ...owners.map(blackHole),
    {
      name: 'reset postgres connections',
      does: 'Resets the connections to the databases, and each new one, for 3 s.',
      apply({ links }) {
        for (const owner of owners) links[`${owner}→postgres`].reset()
      },
    },
    {
      name: 'slow postgres',
      does: 'Delays traffic between services and databases by 40 ms each way.',
      lastsMs: 5000,
      apply({ links }) {
        for (const owner of owners) links[`${owner}→postgres`].delay(40)
      },
    },
    {
      name: 'exhaust connections',
      does: 'Limits each database to two connections, so that services time out waiting for one.',
      lastsMs: 5000,
      apply: ({ postgres, databases }) => limitConnections(postgres.url, Object.values(databases), 2),
      heal: ({ postgres, databases }) => limitConnections(postgres.url, Object.values(databases), -1),
    },
  ],
}
