import pg from 'pg'
import { asSecret, timeLeft, type Log, type Secret } from '@appointments/runtime'
import { GatheringSocket } from './gathering-socket.ts'
import { WaitTooLong, type WatchWaits } from './wait-too-long.ts'

/** Anything that accepts statements: the pool, or a transaction. */
export type Sql = Pick<pg.ClientBase, 'query'>
export type Pool = pg.Pool

// bigint columns hold counts and milliseconds, all far below 2^53; timestamps remain dates
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const names = new Map<string, string>()

/** The name of a prepared statement; the same on every connection. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) names.set(text, (name = `s${names.size + 1}`))
  return name
}

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: unknown) => void

/**
 * A request waits for a connection until shortly before its deadline. Opening a connection, and work without a deadline,
 * have the limit of the pool.
 */
class DeadlinePool extends pg.Pool {
  onWaitTooLong: WatchWaits = () => {}

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const { options } = this
    const limitMs = options.connectionTimeoutMillis ?? 0
    const isFull = this.totalCount >= options.max
    const explained = (error: Error) => (isFull && isTimeout(error) ? this.tooLong() : error)
    if (isFull) options.connectionTimeoutMillis = timeLeft(limitMs)
    try {
      if (!connected)
        return super.connect().catch((error: unknown) => {
          throw explained(error as Error)
        })
      super.connect((error, ...rest) => connected(error && explained(error), ...rest))
      return undefined
    } finally {
      options.connectionTimeoutMillis = limitMs
    }
  }

  private tooLong(): WaitTooLong {
    this.onWaitTooLong('connection')
    return new WaitTooLong('connection')
  }
}

const isTimeout = ({ message }: Error) => message.startsWith('timeout exceeded')

/**
 * A pool with a limit on every wait, so that a database that hangs delays a request by seconds at most.
 *
 * Statements that do not need each other's results are pipelined: several parallel statements wait for one round trip.
 *
 * A statement given as text and values is prepared once on each connection, because planning costs more than most
 * statements do. A statement whose text is assembled from parts is passed as `{ text, values }` and is planned every
 * time. No statement returns `*` of a table: a column that a migration adds would make it fail on connections that have
 * prepared it.
 * @param url read again for every new connection, so that a changed password is used without a restart
 * @param size maximum number of connections; consumers and requests share them
 * @param waitMs longest time to open a connection, and longest wait of work without a deadline, in milliseconds
 */
export function createPool(
  url: string | Secret,
  {
    size = 10,
    waitMs = 1000,
    onWaitTooLong,
    log,
    name,
  }: { size?: number; waitMs?: number; onWaitTooLong?: WatchWaits; log: Log; name: string },
): Pool {
  const address = asSecret(url)
  class Client extends pg.Client {
    constructor(settings?: pg.ClientConfig) {
      super({ ...settings, connectionString: address.current() })
      // the pool stops listening when it hands a connection over; an error before its user listens would end the process
      this.on('error', () => undefined)
    }

    // the pool passes a callback, transactions do not; every form of the call ends here
    override query(...given: unknown[]): never {
      const [text, values, ...rest] = given
      const prepared = typeof text === 'string' && Array.isArray(values)
      const statement = prepared ? [{ name: nameOf(text), text, values }, ...rest] : given
      return (super.query as (...statement: unknown[]) => never)(...statement)
    }
  }
  const pool = new DeadlinePool({
    Client,
    max: size,
    application_name: name,
    pipeline: true,
    stream: () => new GatheringSocket(),
    connectionTimeoutMillis: waitMs,
    query_timeout: 2500,
    statement_timeout: 2000,
    // longer than PostgreSQL's deadlock_timeout of 1 s, so that deadlocks are detected as such and tried again
    lock_timeout: 1500,
    idle_in_transaction_session_timeout: 5000,
    idleTimeoutMillis: 30_000,
    // limits how long a connection outlives the password that it was opened with
    maxLifetimeSeconds: 600,
    keepAlive: true,
  })
  if (onWaitTooLong) pool.onWaitTooLong = onWaitTooLong
  // an idle connection that breaks is replaced by the pool; without a listener it would end the process
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  return pool
}
