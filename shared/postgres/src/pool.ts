import pg from 'pg'
import { asSecret, type Log, type Secret } from '@appointments/runtime'
import { GatheringSocket } from './gathering-socket.ts'

/** Anything statements can be sent to: the pool, or a transaction. */
export type Sql = Pick<pg.ClientBase, 'query'>
export type Pool = pg.Pool

// bigint columns hold counts and milliseconds, all far below 2^53; instants stay what they are: dates
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const names = new Map<string, string>()

/** The name a statement is prepared under; the same on every connection. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) names.set(text, (name = `s${names.size + 1}`))
  return name
}

/**
 * A pool whose every wait is bounded: a database that hangs costs a request seconds, never for ever.
 *
 * Statements that do not need each other's results are sent without waiting for them (pipelining): whoever asks for
 * several at once waits for one round trip.
 *
 * A statement given as text and values is prepared once on each connection, because planning costs more than most
 * statements do. One whose text is put together from parts goes as `{ text, values }` and is planned every time. No
 * statement returns `*` of a table: a column that a migration adds would make it fail where it is prepared.
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

    // the pool calls it with a callback, transactions without; every form ends here
    override query(...given: unknown[]): never {
      const [text, values, ...rest] = given
      const prepared = typeof text === 'string' && Array.isArray(values)
      const statement = prepared ? [{ name: nameOf(text), text, values }, ...rest] : given
      return (super.query as (...statement: unknown[]) => never)(...statement)
    }
  }
  const pool = new pg.Pool({
    Client,
    max: size,
    application_name: name,
    pipeline: true,
    stream: () => new GatheringSocket(),
    connectionTimeoutMillis: waitMs,
    query_timeout: 2500,
    statement_timeout: 2000,
    // longer than PostgreSQL's deadlock_timeout of 1 s: a deadlock has to be found as one, for then it is tried again
    lock_timeout: 1500,
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
