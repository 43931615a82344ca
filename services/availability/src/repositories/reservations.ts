import type { Sql } from '@appointments/postgres'

/** @param condition on the claims; $2 is the id of an entry */
const agentsBy =
  (condition: string) =>
  async (sql: Sql, organization: string, entryId: string, now: Date): Promise<string[]> => {
    const { rows } = await sql.query<{ agent_id: string }>(
      `SELECT DISTINCT agent_id FROM claims
       WHERE organization_id = $1 AND kind = 'RESERVED' AND occupied_to > $3 AND ${condition} ORDER BY agent_id`,
      [organization, entryId, now],
    )
    return rows.map(({ agent_id }) => agent_id)
  }

/** Agents whose time is reserved for appointments that have not ended. */
export const reservations = {
  /** Those who use a schedule. */
  ofSchedule: agentsBy('agent_id IN (SELECT id FROM agents WHERE organization_id = $1 AND schedule_id = $2)'),

  /** Those who use a holiday calendar, directly or through the application of the appointment. */
  ofHolidayCalendar: agentsBy(
    `(agent_id IN (SELECT id FROM agents WHERE organization_id = $1 AND holiday_calendar_id = $2)
      OR application_id IN (SELECT application_id FROM availability_settings
                            WHERE content -> 'holidayCalendarIds' ? $2))`,
  ),
}
