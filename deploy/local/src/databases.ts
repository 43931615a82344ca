import pg from 'pg'
import { databaseFault } from '@appointments/runtime'

/** The variable with the connection string of each service that has a database. */
export const databaseVariables = {
  appointments: 'APPOINTMENTS_DATABASE_URL',
  participants: 'PARTICIPANTS_DATABASE_URL',
  notifications: 'NOTIFICATIONS_DATABASE_URL',
  availability: 'AVAILABILITY_DATABASE_URL',
} as const

/**
 * Creates a database unless it exists, so that a developer's own server needs no preparation.
 * @throws StartupFault that names the variable if the server cannot be reached
 */
export async function ensureDatabase(variable: string, url: string): Promise<void> {
  if (!URL.canParse(url)) throw databaseFault(variable, url, undefined)
  const target = new URL(url)
  const name = decodeURIComponent(target.pathname.slice(1))
  target.pathname = '/postgres'
  const client = new pg.Client({ connectionString: target.href, connectionTimeoutMillis: 3000 })
  await client.connect().catch((error: unknown) => {
    throw databaseFault(variable, url, error)
  })
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
