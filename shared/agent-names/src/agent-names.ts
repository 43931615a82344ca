import type { EventData } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'

/** Display names by the ids of agents; an agent that the directory does not know has none. */
export type AgentNames = Readonly<Record<string, string>>

/** Stores the name of an agent, or that it has none, unless a newer version is stored. */
export function keepAgentName(tx: Tx, changed: EventData<'APAgentChangedEvent'>): void {
  const { organizationId, id, displayName, version, removed } = changed
  tx.write(
    `INSERT INTO agent_names (organization_id, agent_id, display_name, version, dead_letters_purged)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organization_id, agent_id)
     DO UPDATE SET display_name = excluded.display_name, version = excluded.version,
       dead_letters_purged = excluded.dead_letters_purged
     WHERE agent_names.version < excluded.version`,
    [organizationId, id, displayName ?? null, version, !removed],
  )
}

/**
 * A column with the names of the agents of an appointment: an object by their ids, null if none has a name.
 * @param organization expression of the organization, null for an appointment without one
 * @param roster expression of the roster as JSON
 */
export const namesOfAgents = (organization: string, roster: string): string =>
  // the ids as an array, so that the index finds each of them
  `(SELECT jsonb_object_agg(agent_id, display_name) FROM agent_names
    WHERE organization_id = coalesce(${organization}, '') AND display_name IS NOT NULL AND agent_id = ANY (ARRAY(
      SELECT participant ->> 'id' FROM jsonb_array_elements((${roster} -> 'participants')::jsonb) AS participant
      WHERE participant ->> 'type' = 'AGENT')))`

/** The names of agents of an organization. @param organization undefined for agents without one */
export async function findAgentNames(
  sql: Sql,
  organization: string | undefined,
  agentIds: readonly string[],
): Promise<AgentNames> {
  if (agentIds.length === 0) return {}
  const { rows } = await sql.query<{ id: string; name: string }>(
    `SELECT agent_id AS id, display_name AS name FROM agent_names
     WHERE organization_id = $1 AND agent_id = ANY ($2) AND display_name IS NOT NULL`,
    [organization ?? '', agentIds],
  )
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** Looks up the display name of an agent by its organization (undefined or null if it has none) and its id. */
export type NameOfAgent = (organization: string | null | undefined, agentId: string) => string | undefined

/** Finds the names of agents that may belong to different organizations. */
export async function findNamesOfAgents(
  sql: Sql,
  agents: readonly (readonly [organization: string | null | undefined, agentId: string])[],
): Promise<NameOfAgent> {
  const keyOf = (organization: string | null | undefined, agentId: string) =>
    JSON.stringify([organization ?? '', agentId])
  const names = new Map<string, string>()
  if (agents.length > 0) {
    const { rows } = await sql.query<{ organization: string; id: string; name: string }>(
      `SELECT organization_id AS organization, agent_id AS id, display_name AS name FROM agent_names
       WHERE display_name IS NOT NULL AND (organization_id, agent_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [agents.map(([organization]) => organization ?? ''), agents.map(([, id]) => id)],
    )
    for (const { organization, id, name } of rows) names.set(keyOf(organization, id), name)
  }
  return (organization, agentId) => names.get(keyOf(organization, agentId))
}
