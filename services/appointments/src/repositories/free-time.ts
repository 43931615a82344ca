import { instant, limits, Problem, problem } from '@appointments/contracts'
import { takeLock, type Tx } from '@appointments/postgres'
import type { Range } from '../domain/occupied.ts'

/** The holder whose claims are made or moved; its own claims do not block it. */
export interface Claimant {
  /** The appointment itself, or the appointment that a hold is to move. Absent for any other hold. */
  appointmentId?: string | undefined
  /** '' for an application without an organization. */
  organizationId: string
  applicationId: string
}

/** The time that a claimant is about to occupy. */
export interface Wanted {
  agentIds: readonly string[]
  slots: readonly Range[]
  /** Its former agents and times, which other services may show in combination with the new ones. */
  former?: { agentIds?: readonly string[]; slots?: readonly { start: string; end: string }[] }
}

/** The time is taken, but asking the other services about the blocking slots may free it. */
export class SlotInQuestion extends Problem {
  /** Appointments to ask the other services about. */
  readonly appointmentIds: readonly string[]

  constructor({ code, details }: Problem, appointmentIds: readonly string[]) {
    super(code, details)
    this.appointmentIds = appointmentIds
  }
}

export interface Block {
  agent_id: string
  /** Null for a hold. */
  appointment_id: string | null
  start_at: Date
  end_at: Date
  kind: 'BOOKED' | 'RESERVED' | 'HELD' | 'CLAIMED'
  /** Whether asking the other services may release it. */
  in_question: boolean
}

/** @throws Problem SLOT_TAKEN; a `SlotInQuestion` if asking the other services may release the blocking slots */
export async function requireFree(
  tx: Tx,
  claimant: Claimant,
  { agentIds, slots, former }: Wanted,
  now: Date,
): Promise<void> {
  const allAgents = [...agentIds, ...(former?.agentIds ?? [])]
  const allSlots = [...slots, ...(former?.slots ?? []).map(({ start, end }) => ({ from: start, to: end }))]
  const blocks = await blocking(tx, claimant, { agentIds: allAgents, slots: allSlots }, now)
  if (blocks.length === 0) return
  const isForFormer = (one: Block) =>
    !agentIds.includes(one.agent_id) ||
    !slots.some(({ from, to }) => one.start_at < new Date(to) && one.end_at > new Date(from))
  if (!blocks.every((one) => one.in_question || isForFormer(one))) throw takenBy(blocks)
  const ids = blocks.map((one) => (one.in_question && one.appointment_id) || claimant.appointmentId)
  throw new SlotInQuestion(
    takenBy(blocks),
    [...new Set(ids)].filter((id) => id !== undefined),
  )
}

/** The problem that reports the first of the blocking claims. */
export function takenBy([block]: readonly Block[]): Problem {
  if (!block) return problem('SLOT_TAKEN')
  const { agent_id: agentId, start_at: start, end_at: end, kind } = block
  return problem('SLOT_TAKEN', {
    detail: `Agent ${agentId} is booked from ${instant(start)} to ${instant(end)}`,
    extensions: { blocking: { agentId, start: instant(start), end: instant(end), kind } },
  })
}

/** SQL of the name of an agent's lock, because agents of two organizations may have the same id. */
export const agentLockName = (organizationId: string, agentId: string): string =>
  `concat(${organizationId}::text, ' ', ${agentId})`

/** Locks agents in a fixed order, so that writers cannot deadlock; waits for other writers. */
export function lockAgents(tx: Tx, organizationId: string, agentIds: readonly string[]): void {
  tx.write(`SELECT ${takeLock(agentLockName('$2', 'id'))} FROM unnest($1::text[]) AS id`, [
    [...agentIds].sort(),
    organizationId,
  ])
}

/** The first blocking claims, under the locks of the agents. */
export function blocking(
  tx: Tx,
  claimant: Claimant,
  wanted: Pick<Wanted, 'agentIds' | 'slots'>,
  now: Date,
): Promise<Block[]> {
  lockAgents(tx, claimant.organizationId, wanted.agentIds)
  return blockingLocked(tx, claimant, wanted, now)
}

/**
 * The first blocking claims of agents that are locked. Holds that have expired are deleted, because the constraint does
 * not compare their expiry with the clock.
 */
export async function blockingLocked(
  tx: Tx,
  { appointmentId, organizationId, applicationId }: Claimant,
  { agentIds, slots }: Pick<Wanted, 'agentIds' | 'slots'>,
  now: Date,
): Promise<Block[]> {
  tx.write(
    `DELETE FROM agent_bookings
     WHERE organization_id = $3 AND agent_id = ANY ($1) AND hold_key IS NOT NULL AND claimed_until <= $2`,
    [agentIds, now, organizationId],
  )
  // bookings made before the application rejected double booking are not exclusive, but they block as well
  const { rows } = await tx.query<Block>(
    `SELECT b.*
     FROM unnest($3::timestamptz[], $4::timestamptz[]) AS slot (start_at, end_at),
     LATERAL (
       SELECT b.agent_id, b.appointment_id, b.start_at, b.end_at,
              CASE WHEN b.hold_key IS NULL AND b.claimed_until IS NOT NULL THEN 'CLAIMED' ELSE b.kind END AS kind,
              coalesce(b.hold_key IS NULL AND b.claimed_until < $7, false) AS in_question
       FROM agent_bookings b LEFT JOIN appointments a ON a.id = b.appointment_id
       WHERE b.organization_id = $8 AND b.agent_id = ANY ($1) AND ($2::text IS NULL OR b.appointment_id IS DISTINCT FROM $2)
         AND b.start_at > slot.start_at - ($5 + 1) * interval '1 day' AND b.start_at < slot.end_at + interval '1 day'
         AND coalesce(b.occupied_from, b.start_at) < slot.end_at AND coalesce(b.occupied_to, b.end_at) > slot.start_at
         AND (b.exclusive OR (a.application_id = $6 AND a.state IN ('SCHEDULED', 'ACTIVATED')))
       UNION ALL
       SELECT h.agent_id, h.appointment_id, h.start_at, h.end_at, 'BOOKED', true
       FROM held_slots h
       WHERE h.organization_id = $8 AND h.agent_id = ANY ($1) AND ($2::text IS NULL OR h.appointment_id <> $2)
         AND h.start_at > slot.start_at - $5 * interval '1 day' AND h.start_at < slot.end_at AND h.end_at > slot.start_at
     ) b
     ORDER BY in_question, b.start_at LIMIT 20`,
    [
      agentIds,
      appointmentId ?? null,
      slots.map(({ from }) => from),
      slots.map(({ to }) => to),
      limits.durationDays,
      applicationId,
      now,
      organizationId,
    ],
  )
  return rows
}
