import type { Sql } from '@appointments/postgres'
import { appointments } from '../../repositories/plan/appointments.ts'

/** The version of each appointment this service has applied; unknown appointments are left out. */
export const readAppliedVersions = (sql: Sql) => (ids: readonly string[]) =>
  appointments.findApplied(sql, [...ids])
