import type { ClaimsOfHolder } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'

/** The copy of the claims on agents' time. */
export const claims = {
  /**
   * Replaces the claims of a holder unless newer ones are stored.
   * @returns the agents whose time changed; undefined if newer claims are stored
   */
  async replace(tx: Tx, changed: ClaimsOfHolder): Promise<string[] | undefined> {
    const { holder, version, organizationId, applicationId, start, end } = changed
    const { rowCount } = await tx.query(
      `INSERT INTO claim_holders (type, id, version, ends_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (type, id) DO UPDATE SET version = excluded.version, ends_at = excluded.ends_at
       WHERE claim_holders.version < excluded.version`,
      [holder.type, holder.id, version, end],
    )
    if (rowCount === 0) return undefined
    const { rows } = await tx.query<{ agent_id: string }>(
      'DELETE FROM claims WHERE holder_type = $1 AND holder_id = $2 RETURNING agent_id',
      [holder.type, holder.id],
    )
    const agentIds = changed.claims.map(({ agentId }) => agentId)
    tx.write(
      `INSERT INTO claims (holder_type, holder_id, organization_id, application_id, start_at, end_at,
         agent_id, kind, occupied_from, occupied_to)
       SELECT $1, $2, $3, $4, $5, $6, claim.*
       FROM unnest($7::text[], $8::text[], $9::timestamptz[], $10::timestamptz[]) AS claim`,
      [
        holder.type,
        holder.id,
        organizationId,
        applicationId,
        start,
        end,
        agentIds,
        changed.claims.map(({ kind }) => kind),
        changed.claims.map(({ from }) => from),
        changed.claims.map(({ to }) => to),
      ],
    )
    return [...new Set([...rows.map((row) => row.agent_id), ...agentIds])]
  },

  /** Forgets claims that ended before an instant. @returns whether there may be more */
  async forget(sql: Sql, endedBefore: Date): Promise<boolean> {
    const { rowCount } = await sql.query(
      `DELETE FROM claim_holders WHERE (type, id) IN (
         SELECT type, id FROM claim_holders WHERE ends_at < $1 LIMIT 1000)`,
      [endedBefore],
    )
    return rowCount === 1000
  },

  /** How many appointments of an agent overlap a period. */
  async countAppointments(
    sql: Sql,
    {
      organization,
      agentId,
      startsAt,
      endsAt,
    }: { organization: string; agentId: string; startsAt: Date; endsAt: Date },
  ): Promise<number> {
    const { rows } = await sql.query<{ total: number }>(
      `SELECT count(*) AS total FROM claims
       WHERE organization_id = $1 AND agent_id = $2 AND holder_type = 'APPOINTMENT' AND start_at < $4 AND end_at > $3`,
      [organization, agentId, startsAt, endsAt],
    )
    return rows[0]?.total ?? 0
  },
}
