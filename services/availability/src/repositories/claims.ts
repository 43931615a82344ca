import type { ClaimsOfHolder } from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import type { Requirements } from '../domain/eligibility.ts'

/** An agent of an organization. */
export interface AgentOfOrganization {
  organizationId: string
  agentId: string
}

/** An appointment that claims agents' time. */
export interface ClaimedAppointment {
  organizationId: string
  applicationId: string
  /** Its organizer, or an agent on its roster if an older release has written its claims; null if it waits for one. */
  organizerId: string | null
  serviceTypeId: string | null
  queueId: string | null
  requires: Requirements | null
  start: Date
  end: Date
  /** Its time with the buffers that it was booked with. */
  occupied: { from: Date; to: Date }
}

/** The version of a holder's claims, and the number of their change within it. */
interface VersionOfClaims {
  version: number
  revision: number
}

/** A holder in the version that is stored. */
interface HolderInVersion extends VersionOfClaims {
  holder: ClaimsOfHolder['holder']
}

/** Rows that one statement deletes. */
const MOST_AT_ONCE = 1000

/** Identifies a holder. */
export const keyOf = ({ type, id }: ClaimsOfHolder['holder']) => `${type} ${id}`

/** Inserts claims. @param rows the parameter with the rows of {@link claimParameter} */
const insertClaims = (rows: string) =>
  `INSERT INTO claims (holder_type, holder_id, organization_id, application_id, service_type_id, queue_id,
     start_at, end_at, agent_id, kind, occupied_from, occupied_to, expires_at, organizer_id, requires)
   SELECT "holderType", "holderId", "organizationId", "applicationId", "serviceTypeId", "queueId",
     "start", "end", "agentId", kind, "from", "to", "expiresAt", "organizerId", requires
   FROM jsonb_to_recordset(${rows}::jsonb) AS claim ("holderType" text, "holderId" text, "organizationId" text,
     "applicationId" text, "serviceTypeId" text, "queueId" text, "start" timestamptz, "end" timestamptz,
     "agentId" text, kind text, "from" timestamptz, "to" timestamptz, "expiresAt" timestamptz, "organizerId" text,
     requires jsonb)`

/** Converts the claims of holders to the parameter of their insert. */
const claimParameter = (holders: readonly ClaimsOfHolder[]): string =>
  JSON.stringify(
    holders.flatMap(({ holder, claims: own, ...shared }) =>
      own.map((claim) => ({ holderType: holder.type, holderId: holder.id, ...shared, ...claim })),
    ),
  )

/**
 * Stores the versions of holders that are newer than the stored ones, and the claims of holders that are new. A known
 * holder has claims that must be removed first.
 * @param evenIfSame whether equal versions are stored too
 * @returns the holders whose version was stored, by key, and for each whether an earlier version was stored
 */
async function accept(
  tx: Tx,
  holders: readonly ClaimsOfHolder[],
  evenIfSame: boolean,
): Promise<Map<string, { isKnown: boolean }>> {
  const { rows } = await tx.query<ClaimsOfHolder['holder'] & { isKnown: boolean }>(
    `WITH accepted AS (
       INSERT INTO claim_holders (type, id, version, ends_at, revision)
       SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::timestamptz[], $6::integer[]) AS given(type, id)
       -- in a fixed order, so that two such statements do not wait for each other
       ORDER BY type, id
       ON CONFLICT (type, id)
       DO UPDATE SET version = excluded.version, ends_at = excluded.ends_at, revision = excluded.revision
       WHERE (claim_holders.version, claim_holders.revision) < (excluded.version, excluded.revision)
         OR ($5 AND (claim_holders.version, claim_holders.revision) = (excluded.version, excluded.revision))
       -- only a row that was updated has an xmax
       RETURNING type, id, xmax <> 0 AS "isKnown"
     ), claimed AS (
       ${insertClaims('$7')} JOIN accepted ON (type, id) = ("holderType", "holderId") WHERE NOT "isKnown"
     )
     SELECT type, id, "isKnown" FROM accepted`,
    [
      holders.map(({ holder }) => holder.type),
      holders.map(({ holder }) => holder.id),
      holders.map(({ version }) => version),
      holders.map(({ end }) => end),
      evenIfSame,
      holders.map(({ revision = 0 }) => revision),
      claimParameter(holders),
    ],
  )
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/**
 * The condition that a claim belongs to one of the holders. The pairs decide. The lists make the index usable for any
 * number of claims: without them, a plan that was made while the table was small would read all claims.
 */
const isOf = (types: string, ids: string) =>
  `holder_type = ANY (${types}::text[]) AND holder_id = ANY (${ids}::text[])
     AND (holder_type, holder_id) IN (SELECT * FROM unnest(${types}::text[], ${ids}::text[]))`

async function removeOf(
  tx: Tx,
  holders: readonly Pick<ClaimsOfHolder, 'holder'>[],
): Promise<AgentOfOrganization[]> {
  if (holders.length === 0) return []
  const { rows } = await tx.query<AgentOfOrganization>(
    `DELETE FROM claims WHERE ${isOf('$1', '$2')}
     RETURNING organization_id AS "organizationId", agent_id AS "agentId"`,
    [holders.map(({ holder }) => holder.type), holders.map(({ holder }) => holder.id)],
  )
  return rows
}

/** The copy of the claims on agents' time. */
export const claims = {
  /**
   * Replaces the claims of holders unless newer ones are stored.
   * @param evenIfSame whether stored claims of the same version are replaced too
   * @returns the agents whose time may have changed
   */
  async replace(
    tx: Tx,
    holders: readonly ClaimsOfHolder[],
    { evenIfSame = false }: { evenIfSame?: boolean } = {},
  ): Promise<AgentOfOrganization[]> {
    const accepted = await accept(tx, holders, evenIfSame)
    const changed = holders.filter(({ holder }) => accepted.has(keyOf(holder)))
    const known = changed.filter(({ holder }) => accepted.get(keyOf(holder))?.isKnown)
    const freed = await removeOf(tx, known)
    if (known.length > 0) tx.write(insertClaims('$1'), [claimParameter(known)])
    return [
      ...freed,
      ...changed.flatMap(({ organizationId, claims: own }) =>
        own.map(({ agentId }) => ({ organizationId, agentId })),
      ),
    ]
  },

  /** The version of each holder that claims time, by {@link keyOf}. */
  async versions(sql: Sql): Promise<Map<string, HolderInVersion>> {
    const { rows } = await sql.query<ClaimsOfHolder['holder'] & VersionOfClaims>(
      `SELECT type, id, version, revision FROM claim_holders
       WHERE EXISTS (SELECT FROM claims WHERE holder_type = type AND holder_id = id)`,
    )
    return new Map(
      rows.map(({ type, id, ...version }) => [keyOf({ type, id }), { holder: { type, id }, ...version }]),
    )
  },

  /** Drops the claims of a holder unless another version is stored. @returns the agents whose time changed */
  async drop(tx: Tx, { holder, version, revision }: HolderInVersion): Promise<AgentOfOrganization[]> {
    const { rowCount } = await tx.query(
      `SELECT FROM claim_holders WHERE type = $1 AND id = $2 AND version = $3 AND revision = $4 FOR UPDATE`,
      [holder.type, holder.id, version, revision],
    )
    return rowCount === 0 ? [] : removeOf(tx, [{ holder }])
  },

  /** An appointment as its claims describe it; undefined if it claims no agent's time. */
  async ofAppointment(sql: Sql, id: string): Promise<ClaimedAppointment | undefined> {
    const { rows } = await sql.query<Omit<ClaimedAppointment, 'occupied'> & { from: Date; to: Date }>(
      `SELECT organization_id AS "organizationId", application_id AS "applicationId",
         service_type_id AS "serviceTypeId", queue_id AS "queueId", requires,
         coalesce(organizer_id, CASE kind WHEN 'BOOKED' THEN agent_id END) AS "organizerId",
         start_at AS start, end_at AS "end", occupied_from AS "from", occupied_to AS "to"
       FROM claims WHERE holder_type = 'APPOINTMENT' AND holder_id = $1 ORDER BY agent_id LIMIT 1`,
      [id],
    )
    if (!rows[0]) return undefined
    const { from, to, ...appointment } = rows[0]
    return { ...appointment, occupied: { from, to } }
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
         AND ${isOf('$2', '$3')}`,
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
      // a holder counts once, even if it claims several times of an agent
      `SELECT agent_id, (sum(extract(epoch FROM end_at - start_at)) / 60)::double precision AS minutes
       FROM (SELECT DISTINCT holder_type, holder_id, agent_id, start_at, end_at FROM claims
             WHERE organization_id = $1 AND queue_id = $2 AND start_at >= $3 AND start_at < $4
               AND (expires_at IS NULL OR expires_at > $5)) AS served
       GROUP BY agent_id`,
      [organization, queueId, from, to, now],
    )
    return new Map(rows.map(({ agent_id, minutes }) => [agent_id, minutes]))
  },

  /** Deletes claims that ended before an instant. @returns whether there may be more */
  async forget(sql: Sql, endedBefore: Date): Promise<boolean> {
    const { rowCount } = await sql.query(
      `DELETE FROM claim_holders WHERE (type, id) IN (
         SELECT type, id FROM claim_holders WHERE ends_at < $1 LIMIT $2)`,
      [endedBefore, MOST_AT_ONCE],
    )
    return rowCount === MOST_AT_ONCE
  },

  /**
   * Deletes claims that expired before an instant. The versions of their holders stay, so that an older event
   * does not bring the claims back and a newer one still counts.
   * @returns whether there may be more
   */
  async forgetExpired(sql: Sql, expiredBefore: Date): Promise<boolean> {
    const { rowCount } = await sql.query(
      `DELETE FROM claims WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM claims WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [expiredBefore, MOST_AT_ONCE],
    )
    return rowCount === MOST_AT_ONCE
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
