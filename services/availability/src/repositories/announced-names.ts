import type { Sql, Tx } from '@appointments/postgres'

/** The names of agents that were published to the other services. */
export const announcedNames = {
  /** Records that the name of an agent is published in this transaction. */
  mark(tx: Tx, organization: string, agentId: string, name: string): void {
    tx.write('UPDATE agents SET announced_name = $3 WHERE organization_id = $1 AND id = $2', [
      organization,
      agentId,
      name,
    ])
  },

  /** Whether a name of this agent was published. */
  async has(tx: Tx, organization: string, agentId: string): Promise<boolean> {
    const { rowCount } = await tx.query(
      'SELECT FROM agents WHERE organization_id = $1 AND id = $2 AND announced_name IS NOT NULL',
      [organization, agentId],
    )
    return rowCount === 1
  },

  /** Agents whose current name was not published, for example because an older release has written it. */
  async missing(sql: Sql, limit: number): Promise<{ organization: string; agentId: string }[]> {
    const { rows } = await sql.query<{ organization: string; agentId: string }>(
      `SELECT organization_id AS organization, id AS "agentId" FROM agents
       WHERE announced_name IS DISTINCT FROM name ORDER BY organization_id, id LIMIT $1`,
      [limit],
    )
    return rows
  },
}
