import {
  defaultAvailabilitySettings,
  type Application,
  type AvailabilitySettingsRequest,
} from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'

/** The settings of an application that this service needs. */
export interface KnownApplication {
  /** '' if it has none. */
  organizationId: string
  /** Default time zone, if it has one. */
  timezone?: string
  /** The agents that may be assigned; absent if any agent may be. */
  agentIds?: string[]
  /** How it offers times. */
  settings: AvailabilitySettingsRequest
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

  /** An application; one that is not known yet has no organization. */
  async of(sql: Sql, id: string): Promise<KnownApplication> {
    const { rows } = await sql.query<{
      organization_id: string | null
      timezone: string | null
      agent_ids: string[] | null
      settings: AvailabilitySettingsRequest | null
    }>(
      `SELECT organization_id, timezone, agent_ids, availability_settings.content AS settings
       FROM (SELECT $1 AS id) AS named LEFT JOIN applications USING (id)
       LEFT JOIN availability_settings ON application_id = named.id`,
      [id],
    )
    const [row] = rows
    const timezone = row?.timezone ?? undefined
    const agentIds = row?.agent_ids ?? undefined
    return {
      organizationId: row?.organization_id ?? '',
      ...(timezone !== undefined && { timezone }),
      ...(agentIds !== undefined && { agentIds }),
      settings: row?.settings ?? defaultAvailabilitySettings,
    }
  },
}
