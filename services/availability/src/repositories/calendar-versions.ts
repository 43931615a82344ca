import type { Sql } from '@appointments/postgres'

/** An agent and the version of its calendar. */
export interface CalendarVersion {
  agentId: string
  version: number
}

/** The members of a queue with the versions of their calendars. */
export interface QueueVersions {
  /** Changes when an agent joins, leaves or gets another weight. */
  membersVersion: number
  /** Sum of the versions of all members. It changes with each of them, because versions only grow. */
  sum: number
  /** Members whose version is higher than `newerThan`, sorted by id. */
  newer: CalendarVersion[]
}

/** Versions of the calendars of agents, by which a reader notices that its copy is out of date. */
export const calendarVersions = {
  /** The versions of agents; those that the directory does not have are left out. */
  async ofAgents(sql: Sql, organization: string, agentIds: readonly string[]): Promise<CalendarVersion[]> {
    const { rows } = await sql.query<CalendarVersion>(
      `SELECT id AS "agentId", calendar_version AS version FROM agents
       WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id`,
      [organization, agentIds],
    )
    return rows
  },

  /**
   * The versions of a queue's members in one snapshot. Versions are drawn before they are committed, so a lower version
   * than `newerThan` may still appear. The sum reveals it.
   */
  async ofQueue(
    sql: Sql,
    organization: string,
    queueId: string,
    newerThan: number,
  ): Promise<QueueVersions | undefined> {
    const { rows } = await sql.query<{
      members_version: number
      sum: string | null
      ids: string[] | null
      versions: number[] | null
    }>(
      `SELECT queues.members_version, sum(agents.calendar_version) AS sum,
         array_agg(agents.id ORDER BY agents.id) FILTER (WHERE calendar_version > $3) AS ids,
         array_agg(calendar_version ORDER BY agents.id) FILTER (WHERE calendar_version > $3) AS versions
       FROM queues
       LEFT JOIN queue_members AS members
         ON members.organization_id = queues.organization_id AND members.queue_id = queues.id
       LEFT JOIN agents ON agents.organization_id = members.organization_id AND agents.id = members.agent_id
       WHERE queues.organization_id = $1 AND queues.id = $2
       GROUP BY queues.members_version`,
      [organization, queueId, newerThan],
    )
    const [row] = rows
    if (!row) return undefined
    const { ids, versions } = row
    return {
      membersVersion: row.members_version,
      sum: Number(row.sum ?? 0),
      newer: (ids ?? []).map((agentId, index) => ({ agentId, version: Number(versions?.[index]) })),
    }
  },

  async countMembers(sql: Sql, organization: string, queueId: string): Promise<number> {
    const { rows } = await sql.query<{ total: number }>(
      'SELECT count(*) AS total FROM queue_members WHERE organization_id = $1 AND queue_id = $2',
      [organization, queueId],
    )
    return rows[0]?.total ?? 0
  },
}
