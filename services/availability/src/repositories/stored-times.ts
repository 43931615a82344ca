import type { Sql } from '@appointments/postgres'
import type { StoredTimes } from '../domain/occupied-times.ts'

interface StoredTimesOfAgent extends StoredTimes {
  agentId: string
}

const ms = (column: string) => `date_part('epoch', ${column}) * 1000`

/** The exceptions and live claims of agents that overlap a period; agents that the directory does not have are left out. */
export async function storedTimes(
  sql: Sql,
  organization: string,
  agentIds: readonly string[],
  period: { from: Date; to: Date },
  now: Date,
): Promise<StoredTimesOfAgent[]> {
  const { rows } = await sql.query<StoredTimesOfAgent>(
    `SELECT agents.id AS "agentId",
       coalesce((SELECT jsonb_agg(jsonb_build_object('type', type, 'from', ${ms('starts_at')},
                                                     'until', ${ms('ends_at')}))
        FROM exceptions WHERE exceptions.organization_id = agents.organization_id AND agent_id = agents.id
          AND starts_at < $4 AND ends_at > $3), '[]') AS exceptions,
       coalesce((SELECT jsonb_agg(jsonb_build_object('kind', kind, 'holderType', holder_type, 'holderId', holder_id,
                  'from', ${ms('occupied_from')}, 'to', ${ms('occupied_to')}))
        FROM claims WHERE claims.organization_id = agents.organization_id AND agent_id = agents.id
          AND occupied_from < $4 AND occupied_to > $3 AND (expires_at IS NULL OR expires_at > $5)), '[]') AS claims
     FROM agents WHERE agents.organization_id = $1 AND agents.id = ANY($2)`,
    [organization, agentIds, period.from, period.to, now],
  )
  return rows
}
