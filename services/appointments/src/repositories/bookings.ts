import { isDeepStrictEqual } from 'node:util'
import { agentsOf, isOpen, requireOpen } from '@appointments/appointment'
import type { AppointmentSnapshot } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { type StoredAppointment } from '../domain/appointment.ts'
import { occupiedBy } from '../domain/occupied.ts'
import {
  afterMove,
  afterRemoval,
  afterRoster,
  CLAIM_MS,
  heldSlots,
  isSettled,
  settled,
  withClaims,
  type Claim,
  type Unsettled,
} from '../domain/unsettled.ts'
import { blocking, requireFree, takenBy, type Claimant } from './free-time.ts'
import { unsettledSlots } from './unsettled-slots.ts'

const agentIdsOf = ({ roster }: StoredAppointment) => agentsOf(roster).map(({ id }) => id)

const rejectsOverlaps = ({ application }: StoredAppointment) => application.overlapPolicy === 'REJECT'
const isExclusive = (stored: StoredAppointment) =>
  rejectsOverlaps(stored) && isOpen(stored.appointment) && !stored.appointment.overlaps

/**
 * The agents that an appointment occupies. If the application rejects double booking, the exclusion constraint
 * enforces it; the advisory lock in front of it prevents deadlocks between writers. Slots that other services may
 * still show or are about to assign occupy time like bookings.
 */
export const bookings = {
  /** Books the agents of a new appointment. @throws Problem SLOT_TAKEN with the blocking interval */
  async begin(tx: Tx, stored: StoredAppointment, now: Date): Promise<void> {
    const agentIds = agentIdsOf(stored)
    if (isExclusive(stored))
      await requireFree(
        tx,
        claimantOf(stored.appointment),
        { agentIds, slots: [occupiedBy(stored.appointment)] },
        now,
      )
    else if (rejectsOverlaps(stored)) await requireUnheld(tx, stored, now)
    write(tx, stored, isExclusive(stored), settled)
  },

  /**
   * Renews the bookings of an appointment that moved or ended. Its old time stays occupied until the other services
   * have applied the change.
   * @throws Problem SLOT_TAKEN with the blocking interval
   */
  async move(tx: Tx, before: StoredAppointment, after: StoredAppointment, now: Date): Promise<void> {
    const known = await load(tx, after)
    const unsettled = isExclusive(before) ? afterMove(known, before, after.appointment, now) : known
    if (isExclusive(after)) {
      const agentIds = [...agentIdsOf(after), ...heldSlots(unsettled, after).claimed]
      const former = unsettled.agents.map(({ id }) => id)
      await requireFree(
        tx,
        claimantOf(after.appointment),
        { agentIds, slots: [occupiedBy(after.appointment)], former: { agentIds: former } },
        now,
      )
    } else if (rejectsOverlaps(after) && isOpen(after.appointment)) await requireUnheld(tx, after, now)
    write(tx, after, isExclusive(after), unsettled)
    keep(tx, after, known, unsettled, now)
  },

  /**
   * Books the agents that the participants service has already assigned, even if there is a conflict, because the
   * assignment is a fact. The time of former agents stays occupied until the other services have applied the roster.
   */
  async follow(tx: Tx, before: StoredAppointment, after: StoredAppointment, now: Date): Promise<void> {
    const known = await load(tx, after)
    const unsettled = rejectsOverlaps(before)
      ? afterRoster(known, before.roster, after.roster, now)
      : { ...known, claims: [] }
    const agentIds = agentIdsOf(after)
    if (isDeepStrictEqual(agentIds, agentIdsOf(before)) && isDeepStrictEqual(known, unsettled)) return
    const slots = [occupiedBy(after.appointment)]
    const isFree =
      !isExclusive(after) ||
      (await blocking(tx, claimantOf(after.appointment), { agentIds, slots }, now)).length === 0
    write(tx, after, isExclusive(after) && isFree, unsettled)
    keep(tx, after, known, unsettled, now)
  },

  /** Keeps the time of a removed appointment occupied until the other services have applied the removal. */
  async release(tx: Tx, before: StoredAppointment, version: number, now: Date): Promise<void> {
    if (!rejectsOverlaps(before)) return
    const unsettled = afterRemoval(await load(tx, before), before, version, now)
    writeHeld(tx, before.appointment.id, undefined, unsettled)
    unsettledSlots.save(tx, before.appointment.id, unsettled, now)
  },

  /**
   * Reserves time for agents whom the participants service is about to assign, at every time at which some service may
   * show the appointment. A claim on an outdated roster reserves nothing, because the assignment will not be stored.
   * @throws Problem SLOT_TAKEN with the blocking interval
   * @throws Problem INVALID_STATE if the appointment has ended, which the claiming service has not applied yet
   */
  async claim(tx: Tx, stored: StoredAppointment, claims: readonly Claim[], now: Date): Promise<void> {
    if (!rejectsOverlaps(stored)) return
    requireOpen(stored.appointment)
    if (claims.some(({ rosterVersion = Infinity }) => rosterVersion < stored.roster.version)) return
    const known = await load(tx, stored)
    const agentIds = claims.map(({ agentId }) => agentId)
    const former = { slots: known.times }
    await requireFree(
      tx,
      claimantOf(stored.appointment),
      { agentIds, slots: [occupiedBy(stored.appointment)], former },
      now,
    )
    const unsettled = withClaims(known, claims)
    writeClaims(tx, stored, unsettled)
    writeHeld(tx, stored.appointment.id, stored, unsettled)
    unsettledSlots.save(tx, stored.appointment.id, unsettled, now)
  },

  /** Stores the slots that remain occupied after the other services have been asked. */
  settle(
    tx: Tx,
    id: string,
    stored: StoredAppointment | undefined,
    { unsettled, asks }: { unsettled: Unsettled; asks: number },
    now: Date,
  ): void {
    if (stored) writeClaims(tx, stored, unsettled)
    writeHeld(tx, id, stored, unsettled)
    if (isSettled(unsettled)) unsettledSlots.save(tx, id, unsettled, now)
    else unsettledSlots.postpone(tx, id, unsettled, asks, now)
  },
}

// an application that allows double booking has no unsettled slots, so no query is needed
const load = (tx: Tx, stored: StoredAppointment): Promise<Unsettled> | Unsettled =>
  rejectsOverlaps(stored) ? unsettledSlots.find(tx, stored.appointment.id) : settled

function keep(
  tx: Tx,
  { appointment }: StoredAppointment,
  before: Unsettled,
  after: Unsettled,
  now: Date,
): void {
  if (!isDeepStrictEqual(before, after)) unsettledSlots.save(tx, appointment.id, after, now)
}

/** Writes the bookings of the roster and all other slots that the appointment occupies. */
function write(tx: Tx, stored: StoredAppointment, exclusive: boolean, unsettled: Unsettled) {
  const { appointment } = stored
  const agentIds = agentIdsOf(stored)
  tx.write(
    `WITH gone AS (
       DELETE FROM agent_bookings WHERE appointment_id = $2 AND NOT agent_id = ANY ($1) AND claimed_until IS NULL)
     INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive, organization_id,
       occupied_from, occupied_to, service_type_id)
     SELECT unnest($1::text[]), $2, $3, $4, $5, $6, $7, $8, $9
     ON CONFLICT (agent_id, appointment_id)
     DO UPDATE SET start_at = $3, end_at = $4, exclusive = $5, claimed_until = NULL, kind = 'BOOKED',
       occupied_from = $7, occupied_to = $8`,
    [
      agentIds,
      appointment.id,
      appointment.start,
      appointment.end,
      exclusive,
      organizationOf(appointment),
      appointment.occupied?.from ?? null,
      appointment.occupied?.to ?? null,
      appointment.serviceTypeId ?? null,
    ],
  )
  if (!rejectsOverlaps(stored)) return
  writeClaims(tx, stored, unsettled)
  writeHeld(tx, appointment.id, stored, unsettled)
}

function writeClaims(tx: Tx, stored: StoredAppointment, unsettled: Unsettled) {
  const { appointment } = stored
  const { claimed } = heldSlots(unsettled, stored)
  tx.write(
    'DELETE FROM agent_bookings WHERE appointment_id = $1 AND claimed_until IS NOT NULL AND NOT agent_id = ANY ($2)',
    [appointment.id, claimed],
  )
  if (claimed.length === 0) return
  const untilOf = (id: string) =>
    Math.max(
      ...unsettled.claims.filter(({ agentId }) => agentId === id).map(({ at }) => Date.parse(at) + CLAIM_MS),
    )
  tx.write(
    `INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive, claimed_until, organization_id,
       kind, occupied_from, occupied_to, service_type_id)
     SELECT agent_id, $2, $3, $4, true, until, $6, 'CLAIMED', $7, $8, $9
     FROM unnest($1::text[], $5::timestamptz[]) AS claims (agent_id, until)
     ON CONFLICT (agent_id, appointment_id)
     DO UPDATE SET start_at = $3, end_at = $4, claimed_until = excluded.claimed_until, occupied_from = $7, occupied_to = $8
       WHERE agent_bookings.claimed_until IS NOT NULL`,
    [
      claimed,
      appointment.id,
      appointment.start,
      appointment.end,
      claimed.map((id) => new Date(untilOf(id))),
      organizationOf(appointment),
      appointment.occupied?.from ?? null,
      appointment.occupied?.to ?? null,
      appointment.serviceTypeId ?? null,
    ],
  )
}

function writeHeld(tx: Tx, id: string, stored: StoredAppointment | undefined, unsettled: Unsettled) {
  const { held } = heldSlots(unsettled, stored)
  tx.write('DELETE FROM held_slots WHERE appointment_id = $1', [id])
  if (held.length === 0) return
  tx.write(
    `INSERT INTO held_slots (appointment_id, agent_id, start_at, end_at, organization_id)
     SELECT $1, slot.*, coalesce((SELECT organization_id FROM appointments WHERE id = $1 UNION ALL
                                  SELECT organization_id FROM removed_appointments WHERE id = $1), '')
     FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) AS slot`,
    [id, held.map(({ agentId }) => agentId), held.map(({ start }) => start), held.map(({ end }) => end)],
  )
}

/** An appointment that may overlap others still meets no hold. @throws Problem SLOT_TAKEN */
async function requireUnheld(tx: Tx, stored: StoredAppointment, now: Date): Promise<void> {
  const wanted = { agentIds: agentIdsOf(stored), slots: [occupiedBy(stored.appointment)] }
  const held = (await blocking(tx, claimantOf(stored.appointment), wanted, now)).filter(
    ({ kind }) => kind === 'HELD',
  )
  if (held.length > 0) throw takenBy(held)
}

/** The appointment, as the holder of claims. */
export const claimantOf = (appointment: AppointmentSnapshot): Claimant => ({
  appointmentId: appointment.id,
  organizationId: organizationOf(appointment),
  applicationId: appointment.applicationId,
})

const organizationOf = ({ organizationId }: AppointmentSnapshot) => organizationId ?? ''
