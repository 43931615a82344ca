import type { ClaimsOfHolder } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'

/** The copy of the claims on agents' time. */
export const claims = {
  /**
   * Replaces the claims of a holder unless newer ones are stored.
   * @returns the agents whose time changed; undefined if newer claims are stored
   */
  async replace(tx: Tx, changed: ClaimsOfHolder): Promise<string[] | undefined> {
    const { holder, version, organizationId, applicationId, serviceTypeId, queueId, start, end } = changed
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
      `INSERT INTO claims (holder_type, holder_id, organization_id, application_id, service_type_id, queue_id,
         start_at, end_at, agent_id, kind, occupied_from, occupied_to, expires_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, claim.*
       FROM unnest($9::text[], $10::text[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[]) AS claim`,
      [
        holder.type,
        holder.id,
        organizationId,
        applicationId,
        serviceTypeId ?? null,
        queueId ?? null,
        start,
        end,
        agentIds,
        changed.claims.map(({ kind }) => kind),
        changed.claims.map(({ from }) => from),
        changed.claims.map(({ to }) => to),
        changed.claims.map(({ expiresAt }) => expiresAt ?? null),
      ],
    )
    return [...new Set([...rows.map((row) => row.agent_id), ...agentIds])]
  },

  /** The agents of an organization whose time holders claim. */
  async agentsOf(
    sql: Sql,
    organization: string,
    holders: readonly ClaimsOfHolder['holder'][],
  ): Promise<Set<string>> {
    if (holders.length === 0) return new Set()
    const { rows } = await sql.query<{ agent_id: string }>(
      `SELECT DISTINCT agent_id FROM claims WHERE organization_id = $1
         AND (holder_type, holder_id) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
      [organization, holders.map(({ type }) => type), holders.map(({ id }) => id)],
    )
    return new Set(rows.map(({ agent_id }) => agent_id))
  },

  /** Minutes of the appointments and live holds of a queue that start in a period, by agent. */
  async minutesOfQueue(
    sql: Sql,
    { organization, queueId, from, to }: { organization: string; queueId: string; from: Date; to: Date },
    now: Date,
  ): Promise<Map<string, number>> {
    const { rows } = await sql.query<{ agent_id: string; minutes: number }>(
      `SELECT agent_id, (sum(extract(epoch FROM end_at - start_at)) / 60)::double precision AS minutes
       FROM claims WHERE organization_id = $1 AND queue_id = $2 AND start_at >= $3 AND start_at < $4
         AND (expires_at IS NULL OR expires_at > $5)
       GROUP BY agent_id`,
      [organization, queueId, from, to, now],
    )
    return new Map(rows.map(({ agent_id, minutes }) => [agent_id, minutes]))
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
