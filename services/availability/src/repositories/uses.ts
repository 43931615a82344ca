import type { Tx } from '@appointments/postgres'

interface Of {
  organization: string
  id: string
}

const counting =
  (text: string) =>
  async (tx: Tx, { organization, id }: Of): Promise<number> => {
    const { rows } = await tx.query<{ total: number }>(text, [organization, id])
    return rows[0]?.total ?? 0
  }

/** How many entries refer to an entry. */
export const uses = {
  ofTeam: counting('SELECT count(*) AS total FROM team_members WHERE organization_id = $1 AND team_id = $2'),
  ofSchedule: counting(
    'SELECT count(*) AS total FROM agents WHERE organization_id = $1 AND schedule_id = $2',
  ),
  ofHolidayCalendar: counting(
    `SELECT (SELECT count(*) FROM agents WHERE organization_id = $1 AND holiday_calendar_id = $2)
       + (SELECT count(*) FROM availability_settings LEFT JOIN applications ON applications.id = application_id
          WHERE content -> 'holidayCalendarIds' ? $2 AND coalesce(organization_id, '') = $1) AS total`,
  ),
  // a service type refers to a queue of the organization of its application
  ofQueue: counting(
    `SELECT (SELECT count(*) FROM queue_members WHERE organization_id = $1 AND queue_id = $2)
       + (SELECT count(*) FROM service_types LEFT JOIN applications ON applications.id = application_id
          WHERE queue_id = $2 AND coalesce(organization_id, '') = $1) AS total`,
  ),
}
