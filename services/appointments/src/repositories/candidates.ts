import type { Candidate } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import type { Range } from '../domain/occupied.ts'
import {
  blockingLocked,
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

/** No candidate is free; holds why the first one is not. */
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
   * Locks the first candidate who is free, and stays below its maxima. A first pass skips candidates that other writers
   * have locked, so that many writers for one time do not wait for each other; a second pass waits for all of them.
   * @throws NobodyFree; a `SlotInQuestion` if asking the other services may release a slot
   */
  async takeFirst(tx: Tx, wish: Wish, { waits }: { waits: boolean }, now: Date): Promise<string> {
    const { claimant, occupied, also = [] } = wish
    const blocks: Block[] = []
    const inQuestion: string[] = []
    const waitedFor = waits ? wish.candidates.map(({ agentId }) => agentId) : []
    // together, and before any that is only tried: two writers cannot wait for each other
    if (waitedFor.length + also.length > 0) lockAgents(tx, [...new Set([...waitedFor, ...also])])
    for (const candidate of wish.candidates) {
      const { agentId } = candidate
      if (!waits && !(await tryLock(tx, agentId))) continue
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
   * Whether one more start keeps the maxima of an agent. The appointment itself does not count, nor do those that have
   * ended: their bookings stay for lists.
   */
  async isBelowMaxima(
    tx: Tx,
    { appointmentId, organizationId }: Claimant,
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
         AND (maximum.service_type_id IS NULL OR b.service_type_id = maximum.service_type_id))) AS fits
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
      ],
    )
    return rows[0]?.fits ?? true
  },
}

async function tryLock(tx: Tx, agentId: string): Promise<boolean> {
  const { rows } = await tx.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
    [agentId],
  )
  return rows[0]?.locked === true
}
