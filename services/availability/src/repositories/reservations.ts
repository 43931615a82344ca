import type { Sql } from '@appointments/postgres'

const AGENTS = `SELECT DISTINCT agent_id FROM claims
  WHERE organization_id = $1 AND kind = 'RESERVED' AND occupied_to > $3`

const agentsIn = (rows: { agent_id: string }[]) => rows.map(({ agent_id }) => agent_id)

/** Agents whose time is reserved for appointments that have not ended. */
export const reservations = {
  /** Those who use a schedule. */
  async ofSchedule(sql: Sql, organization: string, scheduleId: string, now: Date): Promise<string[]> {
    const { rows } = await sql.query<{ agent_id: string }>(
      `${AGENTS} AND agent_id IN (SELECT id FROM agents WHERE organization_id = $1 AND schedule_id = $2)
       ORDER BY agent_id`,
      [organization, scheduleId, now],
    )
    return agentsIn(rows)
  },

  /** Those who use a holiday calendar, directly or through the application of the appointment. */
  async ofHolidayCalendar(sql: Sql, organization: string, calendarId: string, now: Date): Promise<string[]> {
    const { rows } = await sql.query<{ agent_id: string }>(
      `${AGENTS} AND (agent_id IN (SELECT id FROM agents WHERE organization_id = $1 AND holiday_calendar_id = $2)
         OR application_id IN (SELECT application_id FROM availability_settings
                               WHERE content -> 'holidayCalendarIds' ? $2))
       ORDER BY agent_id`,
      [organization, calendarId, now],
    )
    return agentsIn(rows)
  },
}
