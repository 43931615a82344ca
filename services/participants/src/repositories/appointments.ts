import {
  reach,
  refuseForeignCustomer,
  unconfigured,
  type Application,
  type AppointmentSnapshot,
  type Caller,
  type RosterSnapshot,
} from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import type { InteractionCourse } from '../domain/interaction-course.ts'
import type { KeptAppointment } from '../domain/kept-appointment.ts'

interface Row {
  appointment: AppointmentSnapshot | null
  roster: RosterSnapshot | null
  interaction_course: InteractionCourse | null
  settings: Application | null
}

const SELECT = `SELECT appointment, roster, interaction_course, settings FROM appointments
  LEFT JOIN applications ON applications.id = appointment ->> 'applicationId' WHERE appointments.id = $1`

/** An appointment, `removed` where it was removed for good, or undefined where it never came here. */
export type Found = KeptAppointment | 'removed' | undefined

/** Appointments with their rosters. Everything asked for on behalf of a caller names the caller. */
export function appointmentsIn(pool: Sql) {
  const select = async (sql: Sql, id: string, lock: string): Promise<Found> => {
    const { rows } = await sql.query<Row>(`${SELECT} ${lock}`, [id])
    return rows[0] && foundIn(rows[0])
  }
  const reachIn = async (sql: Sql, caller: Caller, id: string, lock = ''): Promise<KeptAppointment> => {
    refuseForeignCustomer(caller, id)
    const found = await select(sql, id, lock)
    return reach(caller, found === 'removed' ? undefined : found, ({ application }) => application)
  }

  return {
    /**
     * The appointment as it is now, for a caller that may reach it.
     * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN
     */
    reach: (caller: Caller, id: string): Promise<KeptAppointment> => reachIn(pool, caller, id),

    /** Like `reach`, and nobody else changes it until the transaction ends. */
    reachForChange: (tx: Tx, caller: Caller, id: string): Promise<KeptAppointment> =>
      reachIn(tx, caller, id, 'FOR UPDATE OF appointments'),

    /** The appointment for the service itself, on nobody's behalf. */
    find: (id: string): Promise<Found> => select(pool, id, ''),

    /** Like `find`, and nobody else changes it until the transaction ends. */
    findForChange: (tx: Tx, id: string): Promise<Found> => select(tx, id, 'FOR UPDATE OF appointments'),

    /** Stores a new appointment. It fails where the appointment has just become known, or was removed. */
    insert(tx: Tx, kept: Omit<KeptAppointment, 'application'>): void {
      tx.write(
        'INSERT INTO appointments (id, appointment, roster, interaction_course) VALUES ($1, $2, $3, $4)',
        parameters(kept),
      )
    },

    update(tx: Tx, kept: KeptAppointment): void {
      tx.write(
        'UPDATE appointments SET appointment = $2, roster = $3, interaction_course = $4 WHERE id = $1',
        parameters(kept),
      )
    },

    /** Leaves nothing of an appointment but its id; what nobody had told of yet is remembered all the same. */
    remove(tx: Tx, id: string, at: Date): void {
      tx.write(
        `INSERT INTO appointments (id, removed_at) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET appointment = NULL, roster = NULL, interaction_course = NULL,
           removed_at = coalesce(appointments.removed_at, excluded.removed_at)`,
        [id, at],
      )
      tx.write('DELETE FROM customers WHERE appointment_id = $1', [id])
    },

    /** Removed appointments whose dead letters are still to be purged, oldest first. */
    async toPurge(limit: number): Promise<string[]> {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM appointments WHERE removed_at IS NOT NULL AND NOT dead_letters_purged
         ORDER BY removed_at LIMIT $1`,
        [limit],
      )
      return rows.map(({ id }) => id)
    },

    async markPurged(id: string): Promise<void> {
      await pool.query('UPDATE appointments SET dead_letters_purged = true WHERE id = $1', [id])
    },
  }
}
export type Appointments = ReturnType<typeof appointmentsIn>

function foundIn({ appointment, roster, interaction_course: course, settings }: Row): Found {
  if (!appointment || !roster || !course) return 'removed'
  const { applicationId, organizationId } = appointment
  return { appointment, roster, course, application: settings ?? unconfigured(applicationId, organizationId) }
}

const parameters = ({ appointment, roster, course }: Omit<KeptAppointment, 'application'>) => [
  appointment.id,
  JSON.stringify(appointment),
  JSON.stringify(roster),
  JSON.stringify(course),
]
