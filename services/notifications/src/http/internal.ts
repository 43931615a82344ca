import type { internalOperations } from '@appointments/contracts'
import type { Handlers } from '@appointments/http'
import type { Sql } from '@appointments/postgres'
import { readAppliedVersions } from '../use-cases/plan/read-applied-versions.ts'

/** Operations that only other services call. */
export const internalHandlers = (sql: Sql): Handlers<typeof internalOperations, 'notifications'> => {
  const versions = readAppliedVersions(sql)
  return { readAppliedVersions: ({ body }) => versions(body.ids) }
}
