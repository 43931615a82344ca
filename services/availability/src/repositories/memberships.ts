import type { Agent, Slice } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import type { MembershipChange } from '../domain/membership-changes.ts'
import { beginsWith } from './entries.ts'

type Membership = Agent['queues'][number]

export interface QueueMember {
  agentId: string
  displayName: string
  active: boolean
  weight: number
  joinedAt: string
}

/** Which agents belong to teams and queues. */
export const memberships = {
  /** The queues of an agent. */
  async queuesOf(sql: Sql, organization: string, agentId: string): Promise<Membership[]> {
    const { rows } = await sql.query<Membership>(
      'SELECT queue_id AS "queueId", weight FROM queue_members WHERE organization_id = $1 AND agent_id = $2',
      [organization, agentId],
    )
    return rows
  },

  /** The weight of each member of a queue, and when it joined. */
  async weightsIn(
    sql: Sql,
    organization: string,
    queueId: string,
  ): Promise<Map<string, { weight: number; joinedAt: Date }>> {
    const { rows } = await sql.query<{ agentId: string; weight: number; joinedAt: Date }>(
      `SELECT agent_id AS "agentId", weight, joined_at AS "joinedAt" FROM queue_members
       WHERE organization_id = $1 AND queue_id = $2`,
      [organization, queueId],
    )
    return new Map(rows.map(({ agentId, ...member }) => [agentId, member]))
  },

  /** Raises the version of queues, which locks them, and returns how many members each has. */
  async raiseVersions(
    tx: Tx,
    organization: string,
    queueIds: readonly string[],
  ): Promise<Map<string, number>> {
    // in a fixed order, so that writes of two agents with the same queues do not wait for each other
    await tx.query(
      'SELECT FROM queues WHERE organization_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE',
      [organization, queueIds],
    )
    const { rows } = await tx.query<{ id: string; members: number }>(
      `UPDATE queues SET members_version = nextval('versions') WHERE organization_id = $1 AND id = ANY($2)
       RETURNING id, (SELECT count(*) FROM queue_members
                      WHERE organization_id = queues.organization_id AND queue_id = queues.id) AS members`,
      [organization, queueIds],
    )
    return new Map(rows.map(({ id, members }) => [id, members]))
  },

  change(
    tx: Tx,
    { organization, agentId }: { organization: string; agentId: string },
    changes: readonly MembershipChange[],
    now: Date,
  ): void {
    for (const { queueId, weight } of changes) {
      if (weight === undefined)
        tx.write('DELETE FROM queue_members WHERE organization_id = $1 AND queue_id = $2 AND agent_id = $3', [
          organization,
          queueId,
          agentId,
        ])
      else
        tx.write(
          `INSERT INTO queue_members (organization_id, queue_id, agent_id, weight, joined_at)
           VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (organization_id, queue_id, agent_id) DO UPDATE SET weight = excluded.weight`,
          [organization, queueId, agentId, weight, now],
        )
    }
  },

  /** Replaces the teams of an agent. */
  setTeams(tx: Tx, organization: string, agentId: string, teamIds: readonly string[]): void {
    tx.write('DELETE FROM team_members WHERE organization_id = $1 AND agent_id = $2 AND team_id <> ALL($3)', [
      organization,
      agentId,
      teamIds,
    ])
    tx.write(
      `INSERT INTO team_members (organization_id, agent_id, team_id) SELECT $1, $2, unnest($3::text[])
       ON CONFLICT DO NOTHING`,
      [organization, agentId, teamIds],
    )
  },

  /** A page of the members of a queue. @param q beginning of an agent's id or name; if absent, all members */
  async members(
    sql: Sql,
    organization: string,
    queueId: string,
    q: string | undefined,
    { field, order, limit, offset }: Slice<'agentId' | 'displayName'>,
  ): Promise<{ content: QueueMember[]; total: number }> {
    const selected = `FROM queue_members AS members JOIN agents ON agents.organization_id = members.organization_id
         AND agents.id = members.agent_id
       WHERE members.organization_id = $1 AND members.queue_id = $2
         AND ($3::text IS NULL OR ${beginsWith(3)})`
    const values = [organization, queueId, q ?? null]
    const { rows: counted } = await sql.query<{ total: number }>(
      `SELECT count(*) AS total ${selected}`,
      values,
    )
    const { rows } = await sql.query<Omit<QueueMember, 'joinedAt'> & { joinedAt: Date }>(
      `SELECT agents.id AS "agentId", name AS "displayName", (content ->> 'active')::boolean AS active, weight,
         joined_at AS "joinedAt" ${selected}
       ORDER BY ${field === 'agentId' ? 'id' : 'name'} ${order}, id ${order} LIMIT $4 OFFSET $5`,
      [...values, limit, offset],
    )
    return {
      content: rows.map((row) => ({ ...row, joinedAt: row.joinedAt.toISOString() })),
      total: counted[0]?.total ?? 0,
    }
  },
}
