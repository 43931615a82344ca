import { findAgentNames, namesOfAgents, type AgentNames } from '@appointments/agent-names'
import { agentsOf, reach, rejectForeignCustomer, wholeVersion } from '@appointments/appointment'
import {
  defaultAvailabilitySettings,
  unconfigured,
  withDefaults,
  type Application,
  type AppointmentSnapshot,
  type Caller,
  type CustomerRecord,
  type InternalResponse,
  type RosterSnapshot,
} from '@appointments/contracts'
import type { Sql, Tx } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import type { InteractionCourse } from '../domain/interaction-course.ts'
import type { AppointmentCopy } from '../domain/appointment-copy.ts'
import type { CalendarPolicy } from '../domain/calendar-policy.ts'
import { customerWordsOf } from '../domain/search-entry.ts'
import { customerParameter, insertCustomers } from './customers.ts'
import { entryParameter, insertEntry, putAgents, removeAgents, updateEntry } from './search-index.ts'
import { insertTickets, type TicketRow } from './tickets.ts'

interface Row {
  appointment: AppointmentSnapshot | null
  roster: RosterSnapshot | null
  interaction_course: InteractionCourse | null
  claims_ended: number
  decisions_ended: number
  settings: Application | null
  calendar: CalendarPolicy | null
  agent_names: AgentNames | null
}

const SELECT = `SELECT appointment, roster, interaction_course, claims_ended, decisions_ended,
    applications.settings, availability_settings.settings AS calendar,
    ${namesOfAgents("appointments.appointment ->> 'organizationId'", 'appointments.roster')} AS agent_names
  FROM appointments
  LEFT JOIN applications ON applications.id = appointment ->> 'applicationId'
  LEFT JOIN availability_settings ON availability_settings.application_id = appointment ->> 'applicationId' WHERE appointments.id = $1`

type Stored = Omit<
  AppointmentCopy,
  'application' | 'calendar' | 'claimsEnded' | 'decisionsEnded' | 'agentNames'
>

/** An appointment, `removed` if it was removed for good, or undefined if it is unknown. */
export type Found = AppointmentCopy | 'removed' | undefined

/**
 * Appointments with their rosters and their entries in the search index. Reads that serve a caller check its access.
 */
export function appointmentsIn(pool: Sql, clock: Clock) {
  const select = async (sql: Sql, id: string, lock: string): Promise<Found> => {
    const { rows } = await sql.query<Row>(`${SELECT} ${lock}`, [id])
    return rows[0] && foundIn(rows[0])
  }
  const reachIn = async (sql: Sql, caller: Caller, id: string, lock = ''): Promise<AppointmentCopy> => {
    rejectForeignCustomer(caller, id)
    const found = await select(sql, id, lock)
    return reach(caller, found === 'removed' ? undefined : found, ({ application }) => application)
  }

  return {
    /**
     * The current appointment, if the caller may reach it.
     * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN
     */
    reach: (caller: Caller, id: string): Promise<AppointmentCopy> => reachIn(pool, caller, id),

    /** Like `reach`, and locks the appointment until the transaction ends. */
    reachForChange: (tx: Tx, caller: Caller, id: string): Promise<AppointmentCopy> =>
      reachIn(tx, caller, id, 'FOR UPDATE OF appointments'),

    /** The appointment, without an access check, for the service itself. */
    find: (id: string): Promise<Found> => select(pool, id, ''),

    /** Like `find`, and locks the appointment until the transaction ends. */
    findForChange: (tx: Tx, id: string): Promise<Found> => select(tx, id, 'FOR UPDATE OF appointments'),

    /** The appointment with the names of the agents that its roster has now. */
    async named(tx: Tx, { agentNames: _, ...whole }: AppointmentCopy): Promise<AppointmentCopy> {
      const agentIds = agentsOf(whole.roster).map(({ id }) => id)
      return { ...whole, agentNames: await findAgentNames(tx, whole.appointment.organizationId, agentIds) }
    },

    /** The versions that this service has applied; unknown appointments are left out. */
    async findApplied(ids: readonly string[]): Promise<AppliedHere[]> {
      const { rows } = await pool.query<AppliedRow>(
        'SELECT id, appointment, roster FROM appointments WHERE id = ANY ($1)',
        [ids],
      )
      return rows.map(appliedIn)
    },

    /**
     * Ends claims: an assignment that was claimed or decided before and is not stored yet can no longer be stored.
     * Waits for a transaction that is storing one.
     */
    async endClaims(id: string, ended: EndedClaims): Promise<AppliedHere | undefined> {
      const { rows } = await pool.query<AppliedRow>(
        `UPDATE appointments SET claims_ended = claims_ended + $2, decisions_ended = greatest(decisions_ended, $3)
         WHERE id = $1 RETURNING id, appointment, roster`,
        [id, ended.commands ? 1 : 0, ended.decision ?? 0],
      )
      return rows[0] && appliedIn(rows[0])
    },

    /**
     * Stores a new appointment with its customers and tickets, in one statement. Stores nothing if the appointment is
     * already known or was removed.
     * @returns whether it is new, and the stored version of its application's settings; an unknown application has
     *   version 1, the defaults
     */
    async insert(
      tx: Tx,
      kept: Stored,
      { customers, tickets }: { customers: readonly CustomerRecord[]; tickets: readonly TicketRow[] },
    ): Promise<{ isNew: boolean; settingsVersion: number }> {
      const { rows } = await tx.query<{ isNew: boolean; settingsVersion: number }>(
        `WITH copy AS (
           INSERT INTO appointments (id, appointment, roster, interaction_course, search_version)
           VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING RETURNING id
         ), customers AS (${insertCustomers('$1', ifNew('$8'))}),
         entry AS (${insertEntry(ifNew('$6'), '$10::text[]', '$7')}),
         agents AS (${putAgents(ifNew('$6'))}),
         tickets AS (${insertTickets('$1', ifNew('$9'))})
         SELECT EXISTS (SELECT FROM copy) AS "isNew",
           coalesce((SELECT version FROM applications WHERE id = $11), 1) AS "settingsVersion"`,
        [
          ...parameters(kept),
          clock.now(),
          customerParameter(customers),
          JSON.stringify(tickets),
          [...new Set(customers.flatMap(customerWordsOf))],
          kept.appointment.applicationId,
        ],
      )
      return rows[0] ?? { isNew: false, settingsVersion: 1 }
    },

    update(tx: Tx, kept: AppointmentCopy): void {
      tx.write(
        `WITH entry AS (${updateEntry('$6', '$7')}), former_agents AS (${removeAgents('$6')}), agents AS (${putAgents('$6')})
         UPDATE appointments SET appointment = $2, roster = $3, interaction_course = $4, search_version = $5 WHERE id = $1`,
        [...parameters(kept), clock.now()],
      )
    },

    /** Deletes everything but the id. An unknown appointment is recorded as removed, too. */
    remove(tx: Tx, id: string, at: Date): void {
      tx.write(
        `INSERT INTO appointments (id, removed_at) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET appointment = NULL, roster = NULL, interaction_course = NULL,
           removed_at = coalesce(appointments.removed_at, excluded.removed_at)`,
        [id, at],
      )
      tx.write('DELETE FROM customers WHERE appointment_id = $1', [id])
    },
  }
}
export type Appointments = ReturnType<typeof appointmentsIn>

/** The claims and decisions that end. */
export interface EndedClaims {
  /** Whether the claims of commands end. */
  commands: boolean
  /** The appointment version of the last decision that ends. */
  decision?: number | undefined
}

interface AppliedRow {
  id: string
  appointment: AppointmentSnapshot | null
  roster: RosterSnapshot | null
}

/** The versions of an appointment that this service has applied. */
export type AppliedHere = InternalResponse<'readAssignments'>[number]

const appliedIn = ({ id, appointment, roster }: AppliedRow): AppliedHere => ({
  id,
  isRemoved: appointment === null,
  appointmentVersion: appointment?.version ?? 0,
  rosterVersion: roster?.version ?? 0,
  ...(roster && { roster }),
})

function foundIn({ appointment, roster, interaction_course: course, settings, ...row }: Row): Found {
  if (!appointment || !roster || !course) return 'removed'
  const { applicationId, organizationId } = appointment
  const application = settings ? withDefaults(settings) : unconfigured(applicationId, organizationId)
  return {
    appointment,
    roster,
    course,
    claimsEnded: row.claims_ended,
    decisionsEnded: row.decisions_ended,
    calendar: row.calendar ?? defaultAvailabilitySettings,
    application,
    ...(row.agent_names && { agentNames: row.agent_names }),
  }
}

/** A parameter of the insert of an appointment; null if the appointment is not new. */
const ifNew = (parameter: string) => `(SELECT ${parameter}::jsonb FROM copy)`

const parameters = ({ appointment, roster, course }: Stored) => [
  appointment.id,
  JSON.stringify(appointment),
  JSON.stringify(roster),
  JSON.stringify(course),
  wholeVersion({ appointment, roster }),
  entryParameter({ appointment, roster }),
]
