import type { Sql, Tx } from '@appointments/postgres'

/** The names of agents that the other services were sent. */
export const announcedNames = {
  /** Records that the name of an agent is published in this transaction. */
  mark(tx: Tx, organization: string, agentId: string, name: string): void {
    tx.write('UPDATE agents SET announced_name = $3 WHERE organization_id = $1 AND id = $2', [
      organization,
      agentId,
      name,
    ])
  },

  /** Agents whose name was not published, such as those that an older release has written. */
  async missing(sql: Sql, limit: number): Promise<{ organization: string; agentId: string }[]> {
    const { rows } = await sql.query<{ organization: string; agentId: string }>(
      `SELECT organization_id AS organization, id AS "agentId" FROM agents
       WHERE announced_name IS DISTINCT FROM name ORDER BY organization_id, id LIMIT $1`,
      [limit],
    )
    return rows
  },
}
