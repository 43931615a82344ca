import { namesOfAgents, type AgentNames } from '@appointments/agent-names'
import { reach, rejectForeignCustomer, isOpen } from '@appointments/appointment'
import {
  lengthOf,
  withDefaults,
  type Application,
  type Actor,
  type AppointmentSnapshot,
  type Caller,
  type RosterSnapshot,
} from '@appointments/contracts'
import { readTogether, type Pool, type Sql, type Tx } from '@appointments/postgres'
import { nextCheck, type StoredAppointment } from '../domain/appointment.ts'
import { withoutWaiting } from '../domain/other-claims.ts'
import type { RecordedChange } from '../domain/recorded-change.ts'
import type { OtherClaims } from '../domain/stored-appointment.ts'
import { MOST_COUNTED } from '../metrics.ts'
import type { PendingAssignment } from '../domain/unsettled.ts'
import { bookings } from './bookings.ts'
import { changeParameter, insertChanges } from './changes.ts'

const OVERDUE_AFTER_MS = 10_000
/** The search for a member of an appointment's queue is repeated within this time. */
const LONGEST_TRY_MS = 660_000

interface Row {
  appointment: AppointmentSnapshot
  auto_activate: boolean | null
  roster: RosterSnapshot
  settings: Application
  customer_joined_at: Date | null
  all_left_at: Date | null
  other_claims: OtherClaims | null
  assign_at: Date | null
  agent_names: AgentNames | null
}

/**
 * Whether the application activated appointments automatically at the time of the booking, for an appointment of an
 * older release, which did not store that.
 */
const AUTO_ACTIVATE = `CASE WHEN a.state = 'SCHEDULED' AND a.appointment -> 'autoActivate' IS NULL THEN (
    SELECT v.settings ->> 'autoActivate' = 'true' FROM application_versions v
    WHERE v.application_id = a.application_id AND v.made_at <= a.created_at ORDER BY v.version DESC LIMIT 1) END`

const STORED = `a.appointment, ${AUTO_ACTIVATE} AS auto_activate, a.roster, p.settings, a.customer_joined_at, a.all_left_at, a.other_claims, a.assign_at,
  ${namesOfAgents('a.organization_id', 'a.roster')} AS agent_names`
const FROM_STORED = 'appointments a JOIN applications p ON p.id = a.application_id'

const storedOf = (row: Row): StoredAppointment => ({
  appointment: {
    ...row.appointment,
    ...(row.auto_activate !== null && { autoActivate: row.auto_activate }),
  },
  roster: row.roster,
  application: withDefaults(row.settings),
  ...(row.customer_joined_at && { customerJoinedAt: row.customer_joined_at }),
  ...(row.all_left_at && { allLeftAt: row.all_left_at }),
  ...(row.other_claims && { otherClaims: row.other_claims }),
  ...(row.assign_at && { assignAt: row.assign_at }),
  ...(row.agent_names && { agentNames: row.agent_names }),
})

const firstOf = (rows: Row[]) => rows[0] && storedOf(rows[0])

const readStored = readTogether(async (pool: Pool, ids) => {
  const { rows } = await pool.query<Row & { id: string }>(
    `SELECT a.id, ${STORED} FROM ${FROM_STORED} WHERE a.id = ANY ($1)`,
    [ids],
  )
  return rows
})

/** Appointments by id. Every read names its caller, except for the system's own work. */
export const appointments = {
  /**
   * Reads an appointment for a caller.
   * @throws Problem APPOINTMENT_NOT_FOUND, or FORBIDDEN for a customer with another appointment's token
   */
  async read(pool: Pool, caller: Caller, id: string): Promise<StoredAppointment> {
    rejectForeignCustomer(caller, id)
    return reach(caller, await this.find(pool, id), ({ application }) => application)
  },

  /** Reads an appointment for work without a caller, or for a caller whose access was checked already. */
  async find(pool: Pool, id: string): Promise<StoredAppointment | undefined> {
    const row = await readStored(pool, id)
    return row && storedOf(row)
  },

  /** Reads an appointment for a caller and locks it until the transaction ends. */
  async lock(tx: Tx, caller: Caller, id: string): Promise<StoredAppointment> {
    rejectForeignCustomer(caller, id)
    return reach(caller, await this.lockForSystem(tx, id), ({ application }) => application)
  },

  /** Reads and locks an appointment for work without a caller: events and the check. */
  async lockForSystem(tx: Tx, id: string): Promise<StoredAppointment | undefined> {
    const { rows } = await tx.query<Row>(
      `SELECT ${STORED} FROM ${FROM_STORED} WHERE a.id = $1 FOR UPDATE OF a`,
      [id],
    )
    return firstOf(rows)
  },

  /**
   * Stores a new appointment with its first changes, and books its agents.
   * @returns the names of its agents
   * @throws Problem SLOT_TAKEN
   */
  async insert(
    tx: Tx,
    stored: StoredAppointment,
    recorded: readonly RecordedChange[],
    now: Date,
  ): Promise<AgentNames> {
    const inserted = tx.query<{ agentNames: AgentNames | null }>(
      `WITH recorded AS (${insertChanges('$20')})
       INSERT INTO appointments (id, application_id, organization_id, created_at, state, start_at, end_at, duration,
         duration_ms, timezone, organizer_id, version, appointment, roster_version, roster, check_at, other_claims,
         assign_at, changed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
       RETURNING ${namesOfAgents('appointments.organization_id', 'appointments.roster')} AS "agentNames"`,
      [
        stored.appointment.id,
        stored.appointment.applicationId,
        stored.appointment.organizationId ?? null,
        stored.appointment.createdAt,
        ...columnsOf(stored),
        nextCheck(stored) ?? null,
        stored.otherClaims ?? null,
        stored.assignAt ?? null,
        now,
        changeParameter(recorded),
      ],
    )
    const claims = stored.roster.organizerId !== undefined || stored.otherClaims !== undefined
    const [{ rows }] = await Promise.all([inserted, claims ? bookings.begin(tx, stored, now) : undefined])
    return rows[0]?.agentNames ?? {}
  },

  /**
   * Stores an appointment that this service changed, and renews the bookings of its agents if it moved or ended.
   * @param decided the claim of the member who replaces the organizer at the new time
   * @returns what is stored
   * @throws Problem SLOT_TAKEN
   */
  async save(
    tx: Tx,
    before: StoredAppointment,
    changed: StoredAppointment,
    now: Date,
    decided?: PendingAssignment,
  ): Promise<StoredAppointment> {
    const moved = (['start', 'end'] as const).some(
      (time) => before.appointment[time] !== changed.appointment[time],
    )
    const after =
      moved || !isOpen(changed.appointment)
        ? await bookings.move(tx, before, withoutWaiting(changed), now, decided)
        : changed
    update(tx, after, now, nextCheck(after))
    return after
  },

  /**
   * Stores a roster that the participants service changed, and the changes that followed from it.
   * @param declined the decision that the participants service has declined
   */
  async saveRoster(
    tx: Tx,
    before: StoredAppointment,
    changed: StoredAppointment,
    now: Date,
    declined?: string,
  ): Promise<StoredAppointment> {
    const after = await bookings.follow(tx, before, changed, now, declined)
    update(tx, after, now, nextCheck(after))
    return after
  },

  /** Stores the result of a check; the next check is later than this one. */
  async saveChecked(
    tx: Tx,
    before: StoredAppointment,
    changed: StoredAppointment,
    now: Date,
  ): Promise<StoredAppointment> {
    const after = isOpen(changed.appointment)
      ? changed
      : await bookings.move(tx, before, withoutWaiting(changed), now)
    update(tx, after, now, nextCheck(after, now))
    return after
  },

  /**
   * Stores another state of an assignment, with the member who is reserved for it or was decided on.
   * @throws Problem SLOT_TAKEN
   */
  async saveAssignment(
    tx: Tx,
    before: StoredAppointment,
    changed: StoredAppointment,
    now: Date,
    decided?: PendingAssignment,
  ): Promise<StoredAppointment> {
    const after = await bookings.exchange(tx, before, changed, now, decided)
    update(tx, after, now, nextCheck(after))
    return after
  },

  /** Stores what the appointment claims in addition to its roster. */
  keepOtherClaims(tx: Tx, { appointment, otherClaims, assignAt }: StoredAppointment): void {
    tx.write('UPDATE appointments SET other_claims = $2, assign_at = $3 WHERE id = $1', [
      appointment.id,
      otherClaims ?? null,
      assignAt ?? null,
    ])
  },

  /**
   * Open appointments that occupy an agent's time and end after an instant, in the order of their ids.
   * @param after the id of the last appointment on the previous page
   */
  async occupying(
    sql: Sql,
    { after, endsAfter, limit }: { after: string | undefined; endsAfter: Date; limit: number },
  ): Promise<StoredAppointment[]> {
    const { rows } = await sql.query<Row>(
      `SELECT ${STORED} FROM ${FROM_STORED}
       WHERE a.id > $1 AND a.end_at > $2 AND a.state IN ('SCHEDULED', 'ACTIVATED')
         AND EXISTS (SELECT FROM agent_bookings b WHERE b.appointment_id = a.id)
       ORDER BY a.id LIMIT $3`,
      [after ?? '', endsAfter, limit],
    )
    return rows.map(storedOf)
  },

  /** Appointments whose check is due, most overdue first. */
  async due(sql: Sql, now: Date, limit: number): Promise<StoredAppointment[]> {
    const { rows } = await sql.query<Row>(
      `SELECT ${STORED} FROM ${FROM_STORED} WHERE a.check_at <= $1 ORDER BY a.check_at LIMIT $2`,
      [now, limit],
    )
    return rows.map(storedOf)
  },

  /** The number of overdue checks, and how long the oldest has been due. */
  async overdue(sql: Sql, now: Date): Promise<{ overdue: number; overdueSeconds: number }> {
    const { rows } = await sql.query<{ overdue: number; oldest: Date | null }>(
      `SELECT count(*) AS overdue, min(check_at) AS oldest FROM (
         SELECT check_at FROM appointments WHERE check_at <= $1 ORDER BY check_at LIMIT ${MOST_COUNTED}) AS late`,
      [new Date(now.getTime() - OVERDUE_AFTER_MS)],
    )
    const { overdue = 0, oldest = null } = rows[0] ?? {}
    return { overdue, overdueSeconds: oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0 }
  },

  /** Locks an appointment whose check is still due; undefined if another transaction holds it. */
  async lockDue(tx: Tx, id: string, now: Date): Promise<StoredAppointment | undefined> {
    const { rows } = await tx.query<Row>(
      `SELECT ${STORED} FROM ${FROM_STORED} WHERE a.id = $1 AND a.check_at <= $2 FOR UPDATE OF a SKIP LOCKED`,
      [id, now],
    )
    return firstOf(rows)
  },

  /**
   * Takes appointments whose search for a member of their queue is due, the most overdue first. The next search of each
   * is postponed, so that no other replica takes it before then.
   * @param until when the next search is due
   */
  async takeToAssign(pool: Pool, now: Date, until: Date, limit: number): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(
      `UPDATE appointments SET assign_at = $2 WHERE id IN (
         SELECT id FROM appointments WHERE assign_at <= $1 ORDER BY assign_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, until, limit],
    )
    return rows.map(({ id }) => id)
  },

  /** The number of appointments, by state, that wait for a member of their queue but should already have one. */
  async unassigned(sql: Sql, now: Date): Promise<{ pending: number; failed: number }> {
    const { rows } = await sql.query<{ pending: number; failed: number }>(
      `SELECT count(*) FILTER (WHERE state = 'PENDING') AS pending, count(*) FILTER (WHERE state = 'FAILED') AS failed
       FROM (SELECT appointment #>> '{assignment,state}' AS state FROM appointments
             WHERE assign_at < $2 AND (appointment #>> '{assignment,dueAt}')::timestamptz < $1
             LIMIT ${MOST_COUNTED}) AS late`,
      // a search that is due is repeated within this time
      [new Date(now.getTime() - OVERDUE_AFTER_MS), new Date(now.getTime() + LONGEST_TRY_MS)],
    )
    return rows[0] ?? { pending: 0, failed: 0 }
  },

  /** Makes a search for another member due for appointments whose reserved member may no longer be open. */
  async wakeReserved(
    tx: Tx,
    {
      organizationId,
      agentId,
      from,
      to,
    }: { organizationId: string; agentId: string; from?: string | undefined; to?: string | undefined },
    now: Date,
  ): Promise<boolean> {
    const { rowCount } = await tx.query(
      `UPDATE appointments SET assign_at = $5 WHERE assign_at > $5 AND id IN (
         SELECT appointment_id FROM agent_bookings
         WHERE organization_id = $1 AND agent_id = $2 AND kind = 'RESERVED'
           AND ($3::timestamptz IS NULL OR coalesce(occupied_to, end_at) > $3)
           AND ($4::timestamptz IS NULL OR coalesce(occupied_from, start_at) < $4)
         ORDER BY appointment_id)`,
      [organizationId, agentId, from ?? null, to ?? null, now],
    )
    return (rowCount ?? 0) > 0
  },

  /** Removes an appointment for good and leaves a tombstone without personal data. @param last the published version */
  async remove(tx: Tx, stored: StoredAppointment, last: AppointmentSnapshot, actor: Actor, now: Date) {
    const { appointment } = stored
    await bookings.release(tx, stored, last.version, now)
    tx.write('DELETE FROM appointments WHERE id = $1', [appointment.id])
    tx.write(
      'INSERT INTO removed_appointments (id, organization_id, removed_at, removed_by) VALUES ($1, $2, $3, $4)',
      [appointment.id, appointment.organizationId ?? null, now, actor],
    )
  },

  async isRemoved(sql: Sql, id: string): Promise<boolean> {
    const { rowCount } = await sql.query('SELECT FROM removed_appointments WHERE id = $1', [id])
    return rowCount === 1
  },
}

const columnsOf = ({ appointment, roster }: StoredAppointment) => [
  appointment.state,
  appointment.start,
  appointment.end,
  appointment.duration,
  lengthOf(appointment.duration),
  appointment.timezone,
  roster.organizerId ?? null,
  appointment.version,
  appointment,
  roster.version,
  roster,
]

function update(tx: Tx, stored: StoredAppointment, now: Date, checkAt: Date | undefined): void {
  tx.write(
    `UPDATE appointments SET state = $2, start_at = $3, end_at = $4, duration = $5, duration_ms = $6, timezone = $7,
       organizer_id = $8, version = $9, appointment = $10, roster_version = $11, roster = $12,
       customer_joined_at = $13, all_left_at = $14, check_at = $15, other_claims = $16, assign_at = $17,
       changed_at = $18
     WHERE id = $1`,
    [
      stored.appointment.id,
      ...columnsOf(stored),
      stored.customerJoinedAt ?? null,
      stored.allLeftAt ?? null,
      checkAt ?? null,
      stored.otherClaims ?? null,
      stored.assignAt ?? null,
      now,
    ],
  )
}
