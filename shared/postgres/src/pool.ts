import pg from 'pg'
import { asSecret, type Log, type Secret } from '@appointments/runtime'

/** Anything statements can be sent to: the pool, or the client of a transaction. */
export type Sql = Pick<pg.ClientBase, 'query'>
export type Pool = pg.Pool

// bigint columns hold counts and milliseconds, all far below 2^53; instants stay what they are: dates
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A pool whose every wait is bounded: a database that hangs costs a request seconds, never for ever.
 * @param url read again for every new connection, so that a changed password is used without a restart
 * @param size most connections; consumers and requests share them
 * @param waitMs longest wait for one of them
 */
export function createPool(
  url: string | Secret,
  { size = 10, waitMs = 1000, log, name }: { size?: number; waitMs?: number; log: Log; name: string },
): Pool {
  const address = asSecret(url)
  class Client extends pg.Client {
    constructor(settings?: pg.ClientConfig) {
      super({ ...settings, connectionString: address.current() })
    }
  }
  const pool = new pg.Pool({
    Client,
    max: size,
    application_name: name,
    connectionTimeoutMillis: waitMs,
    query_timeout: 2500,
    statement_timeout: 2000,
    lock_timeout: 1000,
    idle_in_transaction_session_timeout: 5000,
    idleTimeoutMillis: 30_000,
    // so long at most a connection outlives the password it was opened with
    maxLifetimeSeconds: 600,
    keepAlive: true,
  })
  // an idle connection that breaks is replaced by the pool; without a listener it would end the process
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  return pool
}
