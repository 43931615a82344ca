import type { Pool } from '@appointments/postgres'
import { gauge, type Metrics } from '@appointments/telemetry'

export const poolMetrics = {
  open: gauge('database_pool_connections', 'Connections to the database that are open.'),
  idle: gauge('database_pool_idle_connections', 'Open connections that nobody uses.'),
  waiting: gauge('database_pool_waiting_requests', 'Requests that wait for a connection.'),
}

/** Reports how busy a pool is. */
export const watchPool = (pool: Pool, metrics: Metrics): void =>
  metrics.read(poolMetrics, () => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }))
