import type { HolidayCalendar } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { AgentCalendar } from '../domain/agent-calendar.ts'
import type { HoursEntry } from '../domain/recurring-hours.ts'

type Known = AgentCalendar['agent']

/** The directory's entries about the time of an agent. Equal texts mean equal contents. */
export interface AgentTimes {
  agent: Known
  /** JSON of {@link HoursEntry}[], from the schedule or the agent. */
  hours: string
  /** Zone of the schedule, if it has its own. */
  hoursTimezone: string | null
  /** JSON of a {@link HolidayCalendar}. */
  holidays: string | null
  /** In milliseconds since 1970. */
  exceptions: { type: 'ABSENCE' | 'EXTRA_HOURS'; from: number; until: number }[]
}

export const hoursOf = ({ hours }: Pick<AgentTimes, 'hours'>) => JSON.parse(hours) as HoursEntry[]
export const holidaysOf = ({ holidays }: Pick<AgentTimes, 'holidays'>) =>
  holidays === null ? [] : [JSON.parse(holidays) as HolidayCalendar]

const ms = (column: string) => `date_part('epoch', ${column}) * 1000`

type Row = Omit<AgentTimes, 'agent' | 'exceptions' | 'holidays'> &
  Known & { holidayCalendarId: string | null; exceptions: AgentTimes['exceptions'] | null }

/** The directory's entries about the time of agents in a period; those that it does not have are left out. */
export async function agentTimes(
  sql: Sql,
  organization: string,
  agentIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<AgentTimes[]> {
  const { rows } = await sql.query<Row>(
    `SELECT agents.id, agents.content ->> 'displayName' AS "displayName",
       (agents.content -> 'active')::boolean AS active, agents.content -> 'skills' AS skills,
       agents.content -> 'languages' AS languages, agents.content ->> 'timezone' AS timezone,
       (agents.content -> 'maxPerDay')::integer AS "maxPerDay",
       (agents.content -> 'maxPerWeek')::integer AS "maxPerWeek",
       coalesce(schedules.content ->> 'hours', agents.content ->> 'hours', '[]') AS hours,
       schedules.content ->> 'timezone' AS "hoursTimezone", holiday_calendar_id AS "holidayCalendarId",
       (SELECT jsonb_agg(jsonb_build_object('type', type, 'from', ${ms('starts_at')}, 'until', ${ms('ends_at')}))
        FROM exceptions WHERE exceptions.organization_id = agents.organization_id AND agent_id = agents.id
          AND starts_at < $4 AND ends_at > $3) AS exceptions
     FROM agents
     LEFT JOIN schedules ON schedules.organization_id = agents.organization_id AND schedules.id = schedule_id
     WHERE agents.organization_id = $1 AND agents.id = ANY($2)`,
    [organization, agentIds, from, to],
  )
  const calendarIds = new Set(rows.flatMap(({ holidayCalendarId }) => holidayCalendarId ?? []))
  const calendars = await holidayTexts(sql, organization, [...calendarIds])
  return rows.map(
    ({ hours, hoursTimezone, holidayCalendarId, exceptions, maxPerDay, maxPerWeek, ...agent }) => ({
      agent: { ...agent, maxPerDay: maxPerDay ?? undefined, maxPerWeek: maxPerWeek ?? undefined },
      hours,
      hoursTimezone,
      holidays: holidayCalendarId === null ? null : (calendars.get(holidayCalendarId) ?? null),
      exceptions: exceptions ?? [],
    }),
  )
}

async function holidayTexts(
  sql: Sql,
  organization: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql.query<{ id: string; content: string }>(
    'SELECT id, content::text AS content FROM holiday_calendars WHERE organization_id = $1 AND id = ANY ($2)',
    [organization, ids],
  )
  return new Map(rows.map(({ id, content }) => [id, content]))
}
