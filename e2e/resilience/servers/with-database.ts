import { withConnection } from '@appointments/testing'
import type pg from 'pg'

/** Runs a task with a new connection to a service's database that bypasses the proxy. */
export const withDatabase = <Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => withConnection(url, work, { connectionTimeoutMillis: 2000, query_timeout: 20_000 })
