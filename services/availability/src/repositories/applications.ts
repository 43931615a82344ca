import type { Application } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'

/** The settings of an application that this service needs. */
export interface KnownApplication {
  /** '' if it has none. */
  organizationId: string
  /** Default time zone, if it has one. */
  timezone?: string
  /** The agents that may be assigned; absent: any. */
  agentIds?: string[]
}

/** Applications, received from the appointments service. */
export const applications = {
  /** Stores settings unless newer ones are stored. */
  keep(tx: Tx, { id, version, organizationId = '', defaultTimezone, agentIds }: Application): void {
    tx.write(
      `INSERT INTO applications (id, version, organization_id, timezone, agent_ids) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, organization_id = excluded.organization_id,
         timezone = excluded.timezone, agent_ids = excluded.agent_ids
       WHERE applications.version < excluded.version`,
      [id, version, organizationId, defaultTimezone ?? null, agentIds ?? null],
    )
  },

  async find(sql: Sql, id: string): Promise<KnownApplication | undefined> {
    const { rows } = await sql.query<{
      organization_id: string
      timezone: string | null
      agent_ids: string[] | null
    }>('SELECT organization_id, timezone, agent_ids FROM applications WHERE id = $1', [id])
    const [row] = rows
    return (
      row && {
        organizationId: row.organization_id,
        ...(row.timezone !== null && { timezone: row.timezone }),
        ...(row.agent_ids !== null && { agentIds: row.agent_ids }),
      }
    )
  },
}
