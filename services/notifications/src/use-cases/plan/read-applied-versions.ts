import type { Sql } from '@appointments/postgres'
import { appointments } from '../../repositories/plan/appointments.ts'

/** Which version of each appointment this service has applied; appointments it does not know are left out. */
export const readAppliedVersions = (sql: Sql) => (ids: readonly string[]) =>
  appointments.findApplied(sql, [...ids])
