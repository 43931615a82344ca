import type { Agent, HolidayCalendar, Schedule } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import type { Claim } from '../domain/occupancy.ts'

/** The calendar of an agent as it is stored; times are milliseconds since 1970. */
export interface StoredCalendar {
  version: number
  agent: Agent
  schedule: Schedule | null
  holidays: HolidayCalendar | null
  exceptions: { type: 'ABSENCE' | 'EXTRA_HOURS'; from: number; until: number }[]
  claims: {
    kind: Claim['kind']
    holderType: Claim['holder']['type']
    holderId: string
    serviceTypeId: string | null
    start: number
    from: number
    to: number
    expiresAt: number | null
  }[]
}

/** An agent and the version of its calendar. */
export interface CalendarVersion {
  agentId: string
  version: number
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::double precision`

/** Calendars of agents with everything that decides when they are free. */
export const agentCalendars = {
  /** Versions of the calendars of agents; those that the directory does not have are left out. */
  async versions(sql: Sql, organization: string, agentIds: readonly string[]): Promise<CalendarVersion[]> {
    const { rows } = await sql.query<CalendarVersion>(
      `SELECT id AS "agentId", calendar_version AS version FROM agents
       WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id`,
      [organization, agentIds],
    )
    return rows
  },

  /** A text that changes with every change of the members of a queue or of their calendars. */
  async versionOfQueue(sql: Sql, organization: string, queueId: string): Promise<string> {
    const { rows } = await sql.query<{ version: string }>(
      `SELECT queues.members_version || ':' || coalesce(sum(agents.calendar_version), 0) AS version
       FROM queues
       LEFT JOIN queue_members AS members
         ON members.organization_id = queues.organization_id AND members.queue_id = queues.id
       LEFT JOIN agents ON agents.organization_id = members.organization_id AND agents.id = members.agent_id
       WHERE queues.organization_id = $1 AND queues.id = $2
       GROUP BY queues.members_version`,
      [organization, queueId],
    )
    return rows[0]?.version ?? ''
  },

  async countMembers(sql: Sql, organization: string, queueId: string): Promise<number> {
    const { rows } = await sql.query<{ total: number }>(
      'SELECT count(*) AS total FROM queue_members WHERE organization_id = $1 AND queue_id = $2',
      [organization, queueId],
    )
    return rows[0]?.total ?? 0
  },

  /** The versions of the calendars of a queue's members, in the order of their ids. */
  async versionsOfMembers(sql: Sql, organization: string, queueId: string): Promise<CalendarVersion[]> {
    const { rows } = await sql.query<CalendarVersion>(
      `SELECT agents.id AS "agentId", calendar_version AS version
       FROM queue_members AS members
       JOIN agents ON agents.organization_id = members.organization_id AND agents.id = members.agent_id
       WHERE members.organization_id = $1 AND members.queue_id = $2 ORDER BY agents.id`,
      [organization, queueId],
    )
    return rows
  },

  /** The calendars of agents in a period, each with the version that it has in the same snapshot. */
  async load(
    sql: Sql,
    organization: string,
    agentIds: readonly string[],
    period: { from: Date; to: Date },
  ): Promise<StoredCalendar[]> {
    const { rows } = await sql.query<StoredCalendar>(
      `SELECT calendar_version AS version, agents.content || jsonb_build_object('id', agents.id) AS agent,
         schedules.content AS schedule, holiday_calendars.content AS holidays,
         coalesce((SELECT jsonb_agg(jsonb_build_object('type', type, 'from', ${ms('starts_at')},
                                                       'until', ${ms('ends_at')}))
          FROM exceptions WHERE exceptions.organization_id = agents.organization_id AND agent_id = agents.id
            AND starts_at < $4 AND ends_at > $3), '[]') AS exceptions,
         coalesce((SELECT jsonb_agg(jsonb_build_object('kind', kind, 'holderType', holder_type,
                    'holderId', holder_id, 'serviceTypeId', service_type_id, 'start', ${ms('start_at')},
                    'from', ${ms('occupied_from')}, 'to', ${ms('occupied_to')}, 'expiresAt', ${ms('expires_at')}))
          FROM claims WHERE claims.organization_id = agents.organization_id AND agent_id = agents.id
            AND occupied_from < $4 AND occupied_to > $3), '[]') AS claims
       FROM agents
       LEFT JOIN schedules ON schedules.organization_id = agents.organization_id AND schedules.id = schedule_id
       LEFT JOIN holiday_calendars
         ON holiday_calendars.organization_id = agents.organization_id AND holiday_calendars.id = holiday_calendar_id
       WHERE agents.organization_id = $1 AND agents.id = ANY($2)`,
      [organization, agentIds, period.from, period.to],
    )
    return rows
  },
}
