import { limits, type Candidate } from '@appointments/contracts'
import { takeLockIfFree, type Tx } from '@appointments/postgres'
import type { Range } from '../domain/occupied.ts'
import {
  blockingLocked,
  agentLockName,
  lockAgents,
  SlotInQuestion,
  takenBy,
  type Block,
  type Claimant,
} from './free-time.ts'

/** The time for which one of several agents is wanted. */
export interface Wish {
  claimant: Claimant
  /** In the order of preference. */
  candidates: readonly Pick<Candidate, 'agentId' | 'limits'>[]
  occupied: Range
  /** Agents to lock as well. */
  also?: readonly string[]
}

/** No candidate is free; holds the claims that block them. */
export class NobodyFree extends Error {
  readonly blocks: readonly Block[]

  constructor(blocks: readonly Block[]) {
    super('no candidate is free')
    this.blocks = blocks
  }
}

/** Agents who may serve a time. */
export const candidates = {
  /**
   * Locks the first candidate who is free and stays below its maxima. A first pass skips candidates that are booked or
   * that other writers have locked, so that many writers for one time do not wait for each other. A second pass waits
   * for all of them.
   * @throws NobodyFree; a `SlotInQuestion` if asking the other services may release a slot
   */
  async takeFirst(tx: Tx, wish: Wish, { waits }: { waits: boolean }, now: Date): Promise<string> {
    const { claimant, occupied, also = [] } = wish
    const blocks: Block[] = []
    const inQuestion: string[] = []
    const waitedFor = waits ? wish.candidates.map(({ agentId }) => agentId) : []
    // locked together, and before any candidate that is only tried, so that two writers cannot wait for each other
    if (waitedFor.length + also.length > 0)
      lockAgents(tx, claimant.organizationId, [...new Set([...waitedFor, ...also])])
    let rest = wish.candidates
    for (;;) {
      const index = waits ? 0 : await lockFirst(tx, wish, rest)
      const candidate = rest[index]
      if (!candidate) break
      rest = rest.slice(index + 1)
      const { agentId } = candidate
      const found = await blockingLocked(tx, claimant, { agentIds: [agentId], slots: [occupied] }, now)
      if (found.length === 0 && (await this.isBelowMaxima(tx, claimant, candidate, now))) return agentId
      blocks.push(...found)
      if (found.length > 0 && found.every((block) => block.in_question))
        inQuestion.push(...found.flatMap((block) => block.appointment_id ?? []))
    }
    if (waits && inQuestion.length > 0) throw new SlotInQuestion(takenBy(blocks), [...new Set(inQuestion)])
    throw new NobodyFree(blocks)
  },

  /**
   * Whether an agent stays within its maxima with one more start. The appointment itself does not count, nor do
   * appointments that have ended, whose bookings are kept for lists.
   */
  async isBelowMaxima(
    tx: Tx,
    { appointmentId, organizationId, applicationId }: Claimant,
    { agentId, limits }: Wish['candidates'][number],
    now: Date,
  ): Promise<boolean> {
    if (limits.length === 0) return true
    const { rows } = await tx.query<{ fits: boolean }>(
      `SELECT bool_and(maximum.most > (
       SELECT count(DISTINCT coalesce(b.appointment_id, b.hold_key))
       FROM agent_bookings b LEFT JOIN appointments a ON a.id = b.appointment_id
       WHERE b.organization_id = $1 AND b.agent_id = $2 AND ($3::text IS NULL OR b.appointment_id IS DISTINCT FROM $3)
         AND b.start_at >= maximum.starts AND b.start_at < maximum.ends
         AND CASE WHEN b.hold_key IS NULL THEN a.state IN ('SCHEDULED', 'ACTIVATED') ELSE b.claimed_until > $4 END
         -- other applications may have service types with the same id
         AND (maximum.service_type_id IS NULL OR (b.service_type_id = maximum.service_type_id AND $9 =
           coalesce(a.application_id, (SELECT application_id FROM holds WHERE holds.key = b.hold_key)))))) AS fits
     FROM unnest($5::timestamptz[], $6::timestamptz[], $7::int[], $8::text[])
       AS maximum (starts, ends, most, service_type_id)`,
      [
        organizationId,
        agentId,
        appointmentId ?? null,
        now,
        limits.map(({ from }) => from),
        limits.map(({ to }) => to),
        limits.map(({ max }) => max),
        limits.map(({ serviceTypeId }) => serviceTypeId ?? null),
        applicationId,
      ],
    )
    return rows[0]?.fits ?? true
  },
}

/**
 * Locks the first candidate that is neither booked nor locked by another writer. A single statement skips the others,
 * because each of many writers for one time has to skip all candidates that the other writers have locked or booked.
 * Whether the candidate is really free is decided under its lock.
 * @returns its index, or -1 if there is none
 */
async function lockFirst(
  tx: Tx,
  { claimant, occupied }: Pick<Wish, 'claimant' | 'occupied'>,
  wanted: Wish['candidates'],
): Promise<number> {
  const { rows } = await tx.query<{ index: number }>(
    `SELECT place - 1 AS index FROM unnest($1::text[]) WITH ORDINALITY AS wanted (id, place)
     WHERE CASE WHEN EXISTS (
       SELECT FROM agent_bookings b
       WHERE b.organization_id = $2 AND b.agent_id = wanted.id AND b.exclusive AND b.claimed_until IS NULL
         AND ($3::text IS NULL OR b.appointment_id IS DISTINCT FROM $3)
         AND b.start_at > $4::timestamptz - ($6 + 1) * interval '1 day' AND b.start_at < $5::timestamptz + interval '1 day'
         AND coalesce(b.occupied_from, b.start_at) < $5 AND coalesce(b.occupied_to, b.end_at) > $4)
     THEN false ELSE ${takeLockIfFree(agentLockName('$2', 'id'))} END
     LIMIT 1`,
    [
      wanted.map(({ agentId }) => agentId),
      claimant.organizationId,
      claimant.appointmentId ?? null,
      occupied.from,
      occupied.to,
      limits.durationDays,
    ],
  )
  return rows[0]?.index ?? -1
}
