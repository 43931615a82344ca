import type { Slice } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'

/** Agents that claims name and the directory does not know. */
export const unknownAgents = {
  /**
   * A page of the ids that have claims which are not over.
   * @param q beginning of an id, in any letter case; if absent, all ids
   */
  async list(
    sql: Sql,
    organization: string,
    { q, now }: { q: string | undefined; now: Date },
    { order, limit, offset }: Pick<Slice<string>, 'order' | 'limit' | 'offset'>,
  ): Promise<{ content: string[]; total: number }> {
    const { rows } = await sql.query<{ ids: string[] | null; total: number }>(
      // goes from one agent to the next by the index, because an agent has many claims
      `WITH RECURSIVE claimed AS (
         (SELECT agent_id FROM claims WHERE organization_id = $1 ORDER BY agent_id LIMIT 1)
         UNION ALL
         SELECT (SELECT agent_id FROM claims WHERE organization_id = $1 AND agent_id > claimed.agent_id
                 ORDER BY agent_id LIMIT 1)
         FROM claimed WHERE agent_id IS NOT NULL
       ), unknown AS MATERIALIZED (
         SELECT agent_id FROM claimed
         WHERE ($3::text IS NULL OR starts_with(lower(agent_id), lower($3)))
           AND NOT EXISTS (SELECT FROM agents WHERE organization_id = $1 AND id = claimed.agent_id)
           AND EXISTS (SELECT FROM claims WHERE organization_id = $1 AND agent_id = claimed.agent_id AND end_at > $2
                       AND (expires_at IS NULL OR expires_at > $2))
       )
       SELECT (SELECT count(*) FROM unknown) AS total,
         ARRAY(SELECT agent_id FROM unknown ORDER BY agent_id ${order} LIMIT $4 OFFSET $5) AS ids`,
      [organization, now, q ?? null, limit, offset],
    )
    return { content: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 }
  },
}
