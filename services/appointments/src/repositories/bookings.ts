import { isDeepStrictEqual } from 'node:util'
import { agentsOf, isOpen, requireOpen } from '@appointments/appointment'
import { instant, limits, Problem, problem, type AppointmentSnapshot } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { type StoredAppointment } from '../domain/appointment.ts'
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
import { unsettledSlots } from './unsettled-slots.ts'

const agentIdsOf = ({ roster }: StoredAppointment) => agentsOf(roster).map(({ id }) => id)

const rejectsOverlaps = ({ application }: StoredAppointment) => application.overlapPolicy === 'REJECT'
const isExclusive = (stored: StoredAppointment) => rejectsOverlaps(stored) && isOpen(stored.appointment)

/** The time is taken, but possibly only until the other services have been asked about the blocking slots. */
export class SlotInQuestion extends Problem {
  /** Appointments to ask the other services about. */
  readonly appointmentIds: readonly string[]

  constructor({ code, details }: Problem, appointmentIds: readonly string[]) {
    super(code, details)
    this.appointmentIds = appointmentIds
  }
}

/**
 * The agents that an appointment occupies. If the application rejects double booking, the exclusion constraint
 * enforces it; the advisory lock in front of it prevents deadlocks between writers. Slots that other services may
 * still show or are about to assign occupy time like bookings.
 */
export const bookings = {
  /** Books the agents of a new appointment. @throws Problem SLOT_TAKEN with the blocking interval */
  async begin(tx: Tx, stored: StoredAppointment, now: Date): Promise<void> {
    const agentIds = agentIdsOf(stored)
    if (isExclusive(stored)) await requireFree(tx, stored, { agentIds, slots: [stored.appointment] }, now)
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
        after,
        { agentIds, slots: [after.appointment], former: { agentIds: former } },
        now,
      )
    }
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
    const slots = [after.appointment]
    const isFree = !isExclusive(after) || (await blocking(tx, after, agentIds, slots, now)).length === 0
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
    await requireFree(tx, stored, { agentIds, slots: [stored.appointment], former }, now)
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
     INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive, organization_id)
     SELECT unnest($1::text[]), $2, $3, $4, $5, $6
     ON CONFLICT (agent_id, appointment_id)
     DO UPDATE SET start_at = $3, end_at = $4, exclusive = $5, claimed_until = NULL`,
    [agentIds, appointment.id, appointment.start, appointment.end, exclusive, organizationOf(appointment)],
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
    `INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive, claimed_until, organization_id)
     SELECT agent_id, $2, $3, $4, true, until, $6 FROM unnest($1::text[], $5::timestamptz[]) AS claims (agent_id, until)
     ON CONFLICT (agent_id, appointment_id)
     DO UPDATE SET start_at = $3, end_at = $4, claimed_until = excluded.claimed_until
       WHERE agent_bookings.claimed_until IS NOT NULL`,
    [
      claimed,
      appointment.id,
      appointment.start,
      appointment.end,
      claimed.map((id) => new Date(untilOf(id))),
      organizationOf(appointment),
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

const organizationOf = ({ organizationId }: AppointmentSnapshot) => organizationId ?? ''

type Slot = Pick<AppointmentSnapshot, 'start' | 'end'>

/** The slots that an appointment is about to occupy. */
interface Wanted {
  agentIds: readonly string[]
  slots: readonly Slot[]
  /** Its former agents and slots, which other services may show in combination with the new ones. */
  former?: { agentIds?: readonly string[]; slots?: readonly Slot[] }
}

/** @throws Problem SLOT_TAKEN; a `SlotInQuestion` if asking the other services may release the blocking slots */
async function requireFree(
  tx: Tx,
  stored: StoredAppointment,
  { agentIds, slots, former }: Wanted,
  now: Date,
): Promise<void> {
  const allAgents = [...agentIds, ...(former?.agentIds ?? [])]
  const allSlots = [...slots, ...(former?.slots ?? [])]
  const blocks = await blocking(tx, stored, allAgents, allSlots, now)
  const [block] = blocks
  if (!block) return
  const taken = problem('SLOT_TAKEN', {
    detail: `Agent ${block.agent_id} is booked from ${instant(block.start_at)} to ${instant(block.end_at)}`,
    extensions: {
      blocking: { agentId: block.agent_id, start: instant(block.start_at), end: instant(block.end_at) },
    },
  })
  const isForFormer = (one: Block) =>
    !agentIds.includes(one.agent_id) ||
    !slots.some(({ start, end }) => one.start_at < new Date(end) && one.end_at > new Date(start))
  if (!blocks.every((one) => one.in_question || isForFormer(one))) throw taken
  const ids = blocks.map((one) => (one.in_question && one.appointment_id) || stored.appointment.id)
  throw new SlotInQuestion(taken, [...new Set(ids)])
}

interface Block {
  agent_id: string
  /** Null for a hold. */
  appointment_id: string | null
  start_at: Date
  end_at: Date
  /** Whether asking the other services may release it. */
  in_question: boolean
}

/**
 * The first blocking bookings. Agents are locked in a fixed order, so that writers cannot deadlock. Holds that have
 * expired are deleted, because the constraint does not know the time.
 */
async function blocking(
  tx: Tx,
  { appointment }: StoredAppointment,
  agentIds: readonly string[],
  slots: readonly Slot[],
  now: Date,
) {
  tx.write('SELECT pg_advisory_xact_lock(hashtextextended(id, 0)) FROM unnest($1::text[]) AS id', [
    [...agentIds].sort(),
  ])
  tx.write(
    `DELETE FROM agent_bookings
     WHERE organization_id = $3 AND agent_id = ANY ($1) AND hold_key IS NOT NULL AND claimed_until <= $2`,
    [agentIds, now, organizationOf(appointment)],
  )
  // bookings made before the application rejected double booking are not exclusive, but they block as well
  const { rows } = await tx.query<Block>(
    `SELECT b.*
     FROM unnest($3::timestamptz[], $4::timestamptz[]) AS slot (start_at, end_at),
     LATERAL (
       SELECT b.agent_id, b.appointment_id, b.start_at, b.end_at,
              coalesce(b.hold_key IS NULL AND b.claimed_until < $7, false) AS in_question
       FROM agent_bookings b LEFT JOIN appointments a ON a.id = b.appointment_id
       WHERE b.organization_id = $8 AND b.agent_id = ANY ($1) AND b.appointment_id IS DISTINCT FROM $2
         AND b.start_at > slot.start_at - ($5 + 1) * interval '1 day' AND b.start_at < slot.end_at + interval '1 day'
         AND coalesce(b.occupied_from, b.start_at) < slot.end_at AND coalesce(b.occupied_to, b.end_at) > slot.start_at
         AND (b.exclusive OR (a.application_id = $6 AND a.state IN ('SCHEDULED', 'ACTIVATED')))
       UNION ALL
       SELECT h.agent_id, h.appointment_id, h.start_at, h.end_at, true
       FROM held_slots h
       WHERE h.organization_id = $8 AND h.agent_id = ANY ($1) AND h.appointment_id <> $2
         AND h.start_at > slot.start_at - $5 * interval '1 day' AND h.start_at < slot.end_at AND h.end_at > slot.start_at
     ) b
     ORDER BY in_question, b.start_at LIMIT 20`,
    [
      agentIds,
      appointment.id,
      slots.map(({ start }) => start),
      slots.map(({ end }) => end),
      limits.durationDays,
      appointment.applicationId,
      now,
      organizationOf(appointment),
    ],
  )
  return rows
}
