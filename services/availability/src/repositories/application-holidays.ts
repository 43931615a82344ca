import type { HolidayCalendar } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'

/** Holiday calendars that an application names; one that the directory does not have closes nothing. */
export async function holidayVersions(
  sql: Sql,
  organization: string,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql.query<{ id: string; version: number }>(
    'SELECT id, version FROM holiday_calendars WHERE organization_id = $1 AND id = ANY ($2)',
    [organization, ids],
  )
  return rows
}

/** The contents of holiday calendars with the versions that they have in the same snapshot. */
export async function readHolidays(
  sql: Sql,
  organization: string,
  ids: readonly string[],
): Promise<{ id: string; version: number; content: HolidayCalendar }[]> {
  const { rows } = await sql.query<{ id: string; version: number; content: HolidayCalendar }>(
    'SELECT id, version, content FROM holiday_calendars WHERE organization_id = $1 AND id = ANY ($2)',
    [organization, ids],
  )
  return rows
}
