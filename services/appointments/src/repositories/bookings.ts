import { isDeepStrictEqual } from 'node:util'
import { agentsOf, instant, limits, problem } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { isOpen, type StoredAppointment } from '../domain/appointment.ts'

const CLAIM_MS = 30_000

const agentIdsOf = ({ roster }: StoredAppointment) => agentsOf(roster).map(({ id }) => id)

const isExclusive = ({ appointment, application }: StoredAppointment) =>
  application.overlapPolicy === 'REJECT' && isOpen(appointment)

/**
 * Which agents an appointment occupies. Where the application refuses double booking the exclusion constraint
 * is the proof; the advisory lock in front of it keeps writers from deadlocking on it.
 */
export const bookings = {
  /** Whether an appointment occupies other agents than it did. */
  differ: (before: StoredAppointment, after: StoredAppointment): boolean =>
    !isDeepStrictEqual(agentIdsOf(before), agentIdsOf(after)),

  /**
   * Books the agents of an appointment for its time, in place of what was booked for it before.
   * @throws Problem SLOT_TAKEN with the interval that is in the way
   */
  async replace(tx: Tx, stored: StoredAppointment, now: Date): Promise<void> {
    const agentIds = agentIdsOf(stored)
    if (isExclusive(stored)) await refuseTaken(tx, stored, agentIds, now)
    write(tx, stored, agentIds, isExclusive(stored))
  },

  /** Books what another service has decided already; a conflict is kept, because it is a fact. */
  async accept(tx: Tx, stored: StoredAppointment, now: Date): Promise<void> {
    const agentIds = agentIdsOf(stored)
    const free = !isExclusive(stored) || (await blocking(tx, stored, agentIds, now)) === undefined
    write(tx, stored, agentIds, isExclusive(stored) && free)
  },

  /**
   * Reserves the time for agents another service is about to assign.
   * @throws Problem SLOT_TAKEN with the interval that is in the way
   */
  async claim(tx: Tx, stored: StoredAppointment, agentIds: string[], now: Date): Promise<void> {
    if (!isExclusive(stored)) return
    await refuseTaken(tx, stored, agentIds, now)
    const { appointment } = stored
    tx.write(
      `INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive, claimed_until)
       SELECT unnest($1::text[]), $2, $3, $4, true, $5
       ON CONFLICT (agent_id, appointment_id) DO UPDATE SET start_at = $3, end_at = $4, claimed_until = $5
         WHERE agent_bookings.claimed_until IS NOT NULL`,
      [agentIds, appointment.id, appointment.start, appointment.end, new Date(now.getTime() + CLAIM_MS)],
    )
  },
}

function write(tx: Tx, { appointment }: StoredAppointment, agentIds: string[], exclusive: boolean) {
  tx.write(
    // claims stay: whoever made one is about to confirm it, and else it runs out
    `WITH gone AS (
       DELETE FROM agent_bookings WHERE appointment_id = $2 AND NOT agent_id = ANY ($1) AND claimed_until IS NULL)
     INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive)
     SELECT unnest($1::text[]), $2, $3, $4, $5
     ON CONFLICT (agent_id, appointment_id)
     DO UPDATE SET start_at = $3, end_at = $4, exclusive = $5, claimed_until = NULL`,
    [agentIds, appointment.id, appointment.start, appointment.end, exclusive],
  )
}

async function refuseTaken(tx: Tx, stored: StoredAppointment, agentIds: string[], now: Date) {
  const block = await blocking(tx, stored, agentIds, now)
  if (!block) return
  throw problem('SLOT_TAKEN', {
    detail: `Agent ${block.agent_id} is booked from ${instant(block.start_at)} to ${instant(block.end_at)}`,
    extensions: {
      blocking: { agentId: block.agent_id, start: instant(block.start_at), end: instant(block.end_at) },
    },
  })
}

/** The first booking in the way. Agents are locked in one order, so that writers wait for each other in turn. */
async function blocking(tx: Tx, { appointment }: StoredAppointment, agentIds: string[], now: Date) {
  tx.write('SELECT pg_advisory_xact_lock(hashtextextended(id, 0)) FROM unnest($1::text[]) AS id', [
    [...agentIds].sort(),
  ])
  tx.write('DELETE FROM agent_bookings WHERE agent_id = ANY ($1) AND claimed_until < $2', [agentIds, now])
  // bookings from before the application refused double booking are not exclusive, and stand in the way all the same
  const { rows } = await tx.query<{ agent_id: string; start_at: Date; end_at: Date }>(
    `SELECT b.agent_id, b.start_at, b.end_at FROM agent_bookings b JOIN appointments a ON a.id = b.appointment_id
     WHERE b.agent_id = ANY ($1) AND b.appointment_id <> $2
       AND b.start_at > $3::timestamptz - $5 * interval '1 day' AND b.start_at < $4 AND b.end_at > $3
       AND (b.exclusive OR (a.application_id = $6 AND a.state IN ('SCHEDULED', 'ACTIVATED')))
     ORDER BY b.start_at LIMIT 1`,
    [
      agentIds,
      appointment.id,
      appointment.start,
      appointment.end,
      limits.durationDays,
      appointment.applicationId,
    ],
  )
  return rows[0]
}
