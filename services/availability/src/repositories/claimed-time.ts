import { endianness } from 'node:os'
import type { Sql } from '@appointments/postgres'
import type { ClaimGroup } from '../domain/occupancy.ts'

/** No appointment with its buffers is longer, so claims that begin earlier than this before a period end before it. */
const LONGEST = "interval '8 days'"

const minute = (round: 'floor' | 'ceil', column: string) => `${round}(date_part('epoch', ${column}) / 60)`

const START = `${minute('floor', 'start_at')}::integer`

/** An appointment or a hold. */
export interface Holder {
  type: 'APPOINTMENT' | 'HOLD'
  id: string
}

/**
 * The live claims of agents that overlap a period. PostgreSQL packs their minutes into bytes, because a row or an object for
 * each claim takes several times as long to send and to read.
 * @param ignored holders whose claims are left out
 */
export async function claimedTime(
  sql: Sql,
  organization: string,
  agentIds: readonly string[],
  { from, to }: { from: Date; to: Date },
  ignored: readonly Holder[],
  now: Date,
): Promise<Map<string, ClaimGroup[]>> {
  const isCounted =
    ignored.length === 0
      ? ''
      : 'AND (holder_type, holder_id) NOT IN (SELECT * FROM unnest($6::text[], $7::text[]))'
  const { rows } = await sql.query<{
    agent_id: string
    application_id: string
    service_type_id: string | null
    is_held: boolean
    expires_at: Date | null
    occupied: Buffer
    starts: Buffer
  }>(
    `SELECT agent.id AS agent_id, packed.*
     FROM unnest($2::text[]) AS agent (id), LATERAL (
       SELECT application_id, service_type_id, kind = 'HELD' AS is_held, expires_at,
         string_agg(int8send(${minute('floor', 'occupied_from')}::bigint << 32
                             | ${minute('ceil', 'occupied_to')}::bigint), '') AS occupied,
         -- a hold starts once, even if it claims the time before and after the appointment that it moves
         CASE WHEN kind = 'HELD' THEN int4send(min(${START})) ELSE string_agg(int4send(${START}), '') END AS starts
       FROM claims WHERE organization_id = $1 AND agent_id = agent.id
         AND occupied_from < $4 AND occupied_from > $3::timestamptz - ${LONGEST} AND occupied_to > $3
         AND (expires_at IS NULL OR expires_at > $5) ${isCounted}
       GROUP BY application_id, service_type_id, is_held, expires_at,
         CASE WHEN kind = 'HELD' THEN holder_id END) packed`,
    [
      organization,
      agentIds,
      from,
      to,
      now,
      ...(ignored.length === 0 ? [] : [ignored.map(({ type }) => type), ignored.map(({ id }) => id)]),
    ],
  )
  const found = new Map<string, ClaimGroup[]>()
  for (const row of rows) {
    const group: ClaimGroup = {
      isHeld: row.is_held,
      applicationId: row.application_id,
      serviceTypeId: row.service_type_id ?? undefined,
      expiresAt: row.expires_at?.getTime(),
      occupied: minutesOf(row.occupied),
      starts: minutesOf(row.starts),
    }
    const groups = found.get(row.agent_id)
    if (groups) groups.push(group)
    else found.set(row.agent_id, [group])
  }
  return found
}

/**
 * Reads minutes of 4 bytes each, with the highest byte first. The bytes are converted in place, so that nothing is
 * copied.
 */
function minutesOf(bytes: Buffer): Int32Array {
  const { buffer, byteOffset, length } = endianness() === 'LE' ? bytes.swap32() : bytes
  return new Int32Array(buffer, byteOffset, length / Int32Array.BYTES_PER_ELEMENT)
}
