import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'

const PATIENCE_MS = 3000

/** The version of the PostgreSQL server at a URL, such as `18.4`. */
export async function postgresVersion(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>('SELECT version()')
    return /^PostgreSQL (\S+)/.exec(rows[0]?.version ?? '')?.[1] ?? 'of unknown version'
  } catch (cause) {
    throw new Error(`no PostgreSQL at ${new URL(url).host} (${reasonOf(cause)})`, { cause })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Resolves if a server accepts TCP connections at the URL; rejects otherwise. */
export async function acceptsConnections(url: string, defaultPort: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port || defaultPort) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (cause) {
    throw new Error(`nothing listens at ${hostname}:${port || defaultPort} (${reasonOf(cause)})`, { cause })
  } finally {
    socket.destroy()
  }
}

// a host name with several addresses fails with an AggregateError: one error per address, and an empty message
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join('; ') : (error as Error).message
