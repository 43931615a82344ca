import { isDeepStrictEqual } from 'node:util'
import { isOpen, rejectsOverlaps, requireOpen } from '@appointments/appointment'
import type { AppointmentSnapshot } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { type StoredAppointment } from '../domain/appointment.ts'
import { occupiedBy } from '../domain/occupied.ts'
import { bookedAgentsOf, reservedAgentOf, withOtherClaims } from '../domain/other-claims.ts'
import {
  afterMove,
  afterRemoval,
  afterRoster,
  claimedUntil,
  heldSlots,
  isSettled,
  settled,
  withClaims,
  type PendingAssignment,
  type Unsettled,
} from '../domain/unsettled.ts'
import { blocking, requireFree, takenBy, type Claimant, type Wanted } from './free-time.ts'
import { unsettledSlots } from './unsettled-slots.ts'

/** Agents who are booked, and the member whose time is reserved. */
const agentIdsOf = (stored: StoredAppointment) => {
  const reserved = reservedAgentOf(stored)
  return [...bookedAgentsOf(stored), ...(reserved === undefined ? [] : [reserved])]
}

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
    // a new appointment has no other slots to renew
    writeRows(tx, stored, isExclusive(stored))
  },

  /**
   * Renews the bookings of an appointment that moved or ended. Its old time stays occupied until the other services
   * have applied the change.
   * @throws Problem SLOT_TAKEN with the blocking interval
   */
  async move(
    tx: Tx,
    before: StoredAppointment,
    moved: StoredAppointment,
    now: Date,
    decided?: PendingAssignment,
  ): Promise<StoredAppointment> {
    const known = await load(tx, moved)
    const left = isExclusive(before) ? afterMove(known, before, moved.appointment) : known
    const unsettled = decided && rejectsOverlaps(moved) ? withClaims(left, [decided]) : left
    const after = withClaimed(moved, unsettled)
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
    return after
  },

  /**
   * Books the agents that the participants service has already assigned, even if there is a conflict, because the
   * assignment is a fact. The time of former agents stays occupied until the other services have applied the roster.
   */
  async follow(
    tx: Tx,
    before: StoredAppointment,
    followed: StoredAppointment,
    now: Date,
    declined?: string,
  ): Promise<StoredAppointment> {
    const known = await load(tx, followed)
    const unsettled = withoutClaim(
      rejectsOverlaps(before) ? afterRoster(known, before.roster, followed.roster) : { ...known, claims: [] },
      declined,
    )
    const after = withClaimed(followed, unsettled)
    const agentIds = agentIdsOf(after)
    const isSame =
      isDeepStrictEqual(agentIds, agentIdsOf(before)) && reservedAgentOf(after) === reservedAgentOf(before)
    if (isSame && isDeepStrictEqual(known, unsettled)) return after
    const slots = [occupiedBy(after.appointment)]
    const isFree =
      !isExclusive(after) ||
      (await blocking(tx, claimantOf(after.appointment), { agentIds, slots }, now)).length === 0
    write(tx, after, isExclusive(after) && isFree, unsettled)
    keep(tx, after, known, unsettled, now)
    return after
  },

  /**
   * Reserves the time of another member of the queue, or claims it for the member who was decided on, in place of the
   * present reservation.
   * @throws Problem SLOT_TAKEN with the blocking interval
   */
  async exchange(
    tx: Tx,
    before: StoredAppointment,
    exchanged: StoredAppointment,
    now: Date,
    decided?: PendingAssignment,
  ): Promise<StoredAppointment> {
    const known = await load(tx, before)
    const unsettled = decided && rejectsOverlaps(before) ? withClaims(known, [decided]) : known
    const after = withClaimed(exchanged, unsettled)
    const agentId = decided?.agentId ?? reservedAgentOf(after)
    if (isExclusive(after) && agentId !== undefined && agentId !== reservedAgentOf(before)) {
      const slots = [occupiedBy(after.appointment)]
      const wanted = { agentIds: [agentId], slots, former: { slots: known.times } }
      await requireFree(tx, claimantOf(after.appointment), wanted, now)
    }
    writeReserved(tx, after)
    if (rejectsOverlaps(after)) writeClaims(tx, after, unsettled)
    keep(tx, after, known, unsettled, now)
    return after
  },

  /** Keeps the time of a removed appointment occupied until the other services have applied the removal. */
  async release(tx: Tx, before: StoredAppointment, version: number, now: Date): Promise<void> {
    if (!rejectsOverlaps(before)) return
    const unsettled = afterRemoval(await load(tx, before), before, version)
    writeHeld(tx, before.appointment.id, undefined, unsettled)
    unsettledSlots.save(tx, before.appointment.id, unsettled, now)
  },

  /**
   * Reserves time for agents whom the participants service is about to assign, at every time at which some service may
   * show the appointment. A claim on an outdated roster reserves nothing, because the assignment will not be stored.
   * @throws Problem SLOT_TAKEN with the blocking interval
   * @throws Problem INVALID_STATE if the appointment has ended, which the claiming service has not applied yet
   */
  async claim(
    tx: Tx,
    stored: StoredAppointment,
    claims: readonly (PendingAssignment & { rosterVersion: number })[],
    now: Date,
  ): Promise<StoredAppointment> {
    if (!rejectsOverlaps(stored)) return stored
    requireOpen(stored.appointment)
    if (claims.some(({ rosterVersion }) => rosterVersion < stored.roster.version)) return stored
    const known = await load(tx, stored)
    const agentIds = claims.map(({ agentId }) => agentId)
    const wanted = { agentIds, slots: [occupiedBy(stored.appointment)] }
    if (claims.every(({ overlaps }) => overlaps)) await requireNoHold(tx, stored, wanted, now)
    else
      await requireFree(
        tx,
        claimantOf(stored.appointment),
        { ...wanted, former: { slots: known.times } },
        now,
      )
    const unsettled = withClaims(known, claims)
    const after = withClaimed(stored, unsettled)
    writeClaims(tx, after, unsettled)
    writeHeld(tx, stored.appointment.id, stored, unsettled)
    unsettledSlots.save(tx, stored.appointment.id, unsettled, now)
    return after
  },

  /** Stores the slots that remain occupied after the other services have been asked. */
  settle(
    tx: Tx,
    id: string,
    stored: StoredAppointment | undefined,
    { unsettled, asks }: { unsettled: Unsettled; asks: number },
    now: Date,
  ): StoredAppointment | undefined {
    const after = stored && withClaimed(stored, unsettled)
    if (after) {
      // a claim that ends may continue as a reservation
      if (reservedAgentOf(after) !== undefined) writeReserved(tx, after)
      writeClaims(tx, after, unsettled)
    }
    writeHeld(tx, id, after, unsettled)
    if (isSettled(unsettled)) unsettledSlots.save(tx, id, unsettled, now)
    else unsettledSlots.postpone(tx, id, unsettled, asks, now)
    return after
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

const withoutClaim = (unsettled: Unsettled, id: string | undefined): Unsettled =>
  unsettled.claims.some((claim) => claim.id === id)
    ? { ...unsettled, claims: unsettled.claims.filter((claim) => claim.id !== id) }
    : unsettled

/** The appointment with the agents who are being assigned. */
const withClaimed = (stored: StoredAppointment, unsettled: Unsettled): StoredAppointment =>
  withOtherClaims(stored, { claimed: heldSlots(unsettled, stored).claimed })

/** Writes the bookings of the roster and all other slots that the appointment occupies. */
function write(tx: Tx, stored: StoredAppointment, exclusive: boolean, unsettled: Unsettled) {
  writeRows(tx, stored, exclusive)
  if (!rejectsOverlaps(stored)) return
  writeClaims(tx, stored, unsettled)
  writeHeld(tx, stored.appointment.id, stored, unsettled)
}

/** Writes the bookings of the roster and the reservation. */
function writeRows(tx: Tx, stored: StoredAppointment, exclusive: boolean) {
  const { appointment } = stored
  const agentIds = agentIdsOf(stored)
  const reserved = reservedAgentOf(stored)
  tx.write(
    `WITH gone AS (
       DELETE FROM agent_bookings WHERE appointment_id = $2 AND NOT agent_id = ANY ($1) AND claimed_until IS NULL)
     INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive, organization_id,
       occupied_from, occupied_to, service_type_id, kind)
     SELECT agent_id, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN agent_id = $10 THEN 'RESERVED' ELSE 'BOOKED' END
     FROM unnest($1::text[]) AS agent_id
     ON CONFLICT (agent_id, appointment_id)
     DO UPDATE SET start_at = $3, end_at = $4, exclusive = $5, claimed_until = NULL, kind = excluded.kind,
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
      reserved ?? null,
    ],
  )
}

/** Writes the reservation alone. */
function writeReserved(tx: Tx, stored: StoredAppointment) {
  const { appointment } = stored
  const reserved = reservedAgentOf(stored)
  tx.write(
    "DELETE FROM agent_bookings WHERE appointment_id = $1 AND kind = 'RESERVED' AND agent_id IS DISTINCT FROM $2",
    [appointment.id, reserved ?? null],
  )
  if (reserved === undefined) return
  tx.write(
    `INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive, organization_id,
       occupied_from, occupied_to, service_type_id, kind)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'RESERVED')
     ON CONFLICT (agent_id, appointment_id) DO UPDATE SET kind = 'RESERVED', claimed_until = NULL`,
    [
      reserved,
      appointment.id,
      appointment.start,
      appointment.end,
      isExclusive(stored),
      organizationOf(appointment),
      appointment.occupied?.from ?? null,
      appointment.occupied?.to ?? null,
      appointment.serviceTypeId ?? null,
    ],
  )
}

function writeClaims(tx: Tx, stored: StoredAppointment, unsettled: Unsettled) {
  const { appointment } = stored
  const { claimed } = heldSlots(unsettled, stored)
  tx.write(
    'DELETE FROM agent_bookings WHERE appointment_id = $1 AND claimed_until IS NOT NULL AND NOT agent_id = ANY ($2)',
    [appointment.id, claimed],
  )
  if (claimed.length === 0) return
  const isOverlapping = (id: string) =>
    unsettled.claims.some(({ agentId, overlaps }) => agentId === id && overlaps)
  const untilOf = (id: string) =>
    Math.max(...unsettled.claims.filter(({ agentId }) => agentId === id).map(claimedUntil))
  tx.write(
    `INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive, claimed_until, organization_id,
       kind, occupied_from, occupied_to, service_type_id)
     SELECT agent_id, $2, $3, $4, NOT may_overlap, until, $6, 'CLAIMED', $7, $8, $9
     FROM unnest($1::text[], $5::timestamptz[], $10::boolean[]) AS claims (agent_id, until, may_overlap)
     ON CONFLICT (agent_id, appointment_id)
     DO UPDATE SET start_at = $3, end_at = $4, exclusive = excluded.exclusive, claimed_until = excluded.claimed_until,
       occupied_from = $7, occupied_to = $8
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
      claimed.map((id) => appointment.overlaps === true || isOverlapping(id)),
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

/** Checks that no hold is in the way, even if the appointment may overlap others. @throws Problem SLOT_TAKEN */
const requireUnheld = (tx: Tx, stored: StoredAppointment, now: Date): Promise<void> =>
  requireNoHold(tx, stored, { agentIds: agentIdsOf(stored), slots: [occupiedBy(stored.appointment)] }, now)

async function requireNoHold(
  tx: Tx,
  stored: StoredAppointment,
  wanted: Pick<Wanted, 'agentIds' | 'slots'>,
  now: Date,
): Promise<void> {
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
