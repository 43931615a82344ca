import type { Pool, WatchWaits } from '@appointments/postgres'
import { counter, gauge, type Metrics } from '@appointments/telemetry'

export const poolMetrics = {
  open: gauge('database_pool_connections', 'Open connections to the database.'),
  idle: gauge('database_pool_idle_connections', 'Open connections that are not in use.'),
  waiting: gauge('database_pool_waiting_requests', 'Requests that wait for a connection.'),
}

export const waitMetrics = {
  tooLong: counter(
    'database_waits_too_long_total',
    'Requests rejected because they could not get a connection or a lock of the database before their deadline.',
    ['waited_for'],
  ),
}

/** Counts waits that took too long. */
export function countWaits(metrics: Metrics): WatchWaits {
  const tooLong = metrics.counter(waitMetrics.tooLong)
  return (waitedFor) => tooLong.count({ waited_for: waitedFor })
}

/** Reports how busy a pool is. */
export const watchPool = (pool: Pool, metrics: Metrics): void =>
  metrics.read(poolMetrics, () => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }))
