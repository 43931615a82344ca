import { namesOfAgents, type AgentNames } from '@appointments/agent-names'
import type { StoredCustomer } from '@appointments/appointment'
import {
  withDefaults,
  type Application,
  type AppointmentsEvent,
  type AppointmentSnapshot,
  type Brand,
  type CustomerRecord,
  type RosterSnapshot,
  type WholeAppointment,
} from '@appointments/contracts'
import { readTogether, takeLock, type Sql, type Tx } from '@appointments/postgres'
import type { Draft } from '../../domain/notification.ts'
import type { EndpointRecipient } from '../../domain/plan/recipients.ts'
import { draftsAsJson, draftsInsert } from './notifications.ts'

/** This service's copy of an appointment. */
export interface AppointmentCopy {
  whole: WholeAppointment
  /** Appointment version that last moved start, end or time zone. */
  scheduleVersion: number
  inviteSequence: number
}

interface Row {
  appointment: AppointmentSnapshot
  roster: RosterSnapshot
  schedule_version: number
  invite_sequence: number
}

const knownOf = ({ appointment, roster, schedule_version, invite_sequence }: Row): AppointmentCopy => ({
  whole: { appointment, roster },
  scheduleVersion: schedule_version,
  inviteSequence: invite_sequence,
})

const COLUMNS = 'appointment, roster, schedule_version, invite_sequence'

/** Everything that is stored about an appointment when an event about it arrives. */
export interface Before {
  isRemoved: boolean
  /** Whether events wait for the one that schedules the appointment. */
  hasEarly: boolean
  known: AppointmentCopy | undefined
  contacts: StoredCustomer[]
  /** Settings of its application; undefined if none are stored. */
  application: Application | undefined
  endpoints: EndpointRecipient[]
}

/** An appointment with its customers, the names of its agents, and its application's settings and brand. */
interface WithContext {
  known: AppointmentCopy
  agentNames: AgentNames
  contacts: CustomerRecord[]
  application: Application | undefined
  brand: Brand
}

type ContextRow = Row & {
  id: string
  contacts: CustomerRecord[] | null
  application: Application | null
  brand: Brand | null
  agentNames: AgentNames | null
}
// reads for several messages together, because a dispatcher starts several at once
const readContext = readTogether(async (sql, ids) => {
  const { rows } = await sql.query<ContextRow>(
    `SELECT a.id, ${COLUMNS}, application, brand,
       (SELECT jsonb_agg(customer ORDER BY participant_id) FROM contacts WHERE appointment_id = a.id) AS contacts,
       ${namesOfAgents("a.appointment ->> 'organizationId'", 'a.roster')} AS "agentNames"
     FROM appointments a LEFT JOIN applications ON applications.id = a.application_id
       LEFT JOIN brands ON brands.application_id = a.application_id
     WHERE a.id = ANY ($1)`,
    [ids],
  )
  return rows
})

/** Customers in an event, with the version of its roster. */
interface EventContacts {
  rosterVersion: number
  customers: readonly CustomerRecord[]
}

const CONTACTS = `
  contact_data AS (
    INSERT INTO contacts (appointment_id, participant_id, roster_version, customer)
    SELECT $1, customer ->> 'id', $9, customer FROM jsonb_array_elements($10::jsonb) AS customer
    ON CONFLICT (appointment_id, participant_id) DO UPDATE
    SET roster_version = excluded.roster_version, customer = excluded.customer
    WHERE contacts.roster_version < excluded.roster_version
  )`

const APPOINTMENT = `
  INSERT INTO appointments (id, application_id, appointment, appointment_version, roster, roster_version,
                            schedule_version, invite_sequence)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (id) DO UPDATE SET
    appointment = excluded.appointment, appointment_version = excluded.appointment_version,
    roster = excluded.roster, roster_version = excluded.roster_version,
    schedule_version = excluded.schedule_version, invite_sequence = excluded.invite_sequence`

const savedValues = (
  { whole: { appointment, roster }, scheduleVersion, inviteSequence }: AppointmentCopy,
  { rosterVersion, customers }: EventContacts,
) => [
  appointment.id,
  appointment.applicationId,
  JSON.stringify(appointment),
  appointment.version,
  JSON.stringify(roster),
  roster.version,
  scheduleVersion,
  inviteSequence,
  rosterVersion,
  JSON.stringify(customers),
]

/** Copies of appointments and of their customers. */
export const appointments = {
  /** Waits for events and requests about an appointment, even if it is not stored yet. The inbox takes the same lock. */
  lock(tx: Tx, id: string): void {
    tx.write(`SELECT ${takeLock('$1')}`, [id])
  },

  async find(sql: Sql, id: string): Promise<AppointmentCopy | undefined> {
    const { rows } = await sql.query<Row>(`SELECT ${COLUMNS} FROM appointments WHERE id = $1`, [id])
    return rows[0] && knownOf(rows[0])
  },

  /**
   * The stored state before an event is applied.
   * @param applicationId application of the appointment; if absent, that of the stored appointment
   */
  async findBefore(tx: Tx, id: string, applicationId: string | undefined): Promise<Before> {
    const { rows } = await tx.query<
      (Row | Record<keyof Row, null>) & {
        isRemoved: boolean
        hasEarly: boolean
        contacts: StoredCustomer[] | null
        application: Application | null
        endpoints: EndpointRecipient[] | null
      }
    >(
      `SELECT ${COLUMNS},
         EXISTS (SELECT FROM removed_appointments WHERE id = $1) AS "isRemoved",
         EXISTS (SELECT FROM early_events WHERE appointment_id = $1) AS "hasEarly",
         (SELECT jsonb_agg(jsonb_build_object('record', customer, 'fieldVersions', field_versions)
                           ORDER BY participant_id)
          FROM contacts WHERE appointment_id = $1) AS contacts,
         (SELECT application FROM applications WHERE id = coalesce($2, application_id)) AS application,
         (SELECT jsonb_agg(jsonb_build_object('id', e.id, 'url', url, 'events', events, 'enabled', enabled,
                                              'state', state) ORDER BY created_at, e.id)
          FROM webhook_endpoints e WHERE e.application_id = coalesce($2, a.application_id)) AS endpoints
       FROM (SELECT) AS always LEFT JOIN appointments a ON a.id = $1`,
      [id, applicationId ?? null],
    )
    const [row] = rows
    return {
      isRemoved: row?.isRemoved ?? false,
      hasEarly: row?.hasEarly ?? false,
      known: row?.appointment ? knownOf(row) : undefined,
      contacts: row?.contacts ?? [],
      application: row?.application ? withDefaults(row.application) : undefined,
      endpoints: row?.endpoints ?? [],
    }
  },

  /** An appointment with its customers and its application's settings. */
  async findWithContext(sql: Sql, id: string): Promise<WithContext | undefined> {
    const row = await readContext(sql, id)
    return (
      row && {
        known: knownOf(row),
        contacts: row.contacts ?? [],
        agentNames: row.agentNames ?? {},
        application: row.application ? withDefaults(row.application) : undefined,
        brand: row.brand ?? {},
      }
    )
  },

  /** An appointment for a caller. A removed one is not found, even while its last message is in flight. */
  async findReadable(sql: Sql, id: string): Promise<AppointmentCopy | undefined> {
    const { rows } = await sql.query<Row>(
      `SELECT ${COLUMNS} FROM appointments
       WHERE id = $1 AND NOT EXISTS (SELECT FROM removed_appointments removed WHERE removed.id = $1)`,
      [id],
    )
    return rows[0] && knownOf(rows[0])
  },

  /** Finds appointments for a caller by their ids. Removed ones are not found. */
  async findReadableOf(sql: Sql, ids: readonly string[]): Promise<Map<string, WholeAppointment>> {
    const { rows } = await sql.query<Row & { id: string }>(
      `SELECT id, ${COLUMNS} FROM appointments
       WHERE id = ANY ($1) AND NOT EXISTS (SELECT FROM removed_appointments removed WHERE removed.id = appointments.id)`,
      [ids],
    )
    return new Map(rows.map((row) => [row.id, knownOf(row).whole]))
  },

  /** The versions of appointments that this service has applied; unknown appointments are left out. */
  async findApplied(
    sql: Sql,
    ids: readonly string[],
  ): Promise<{ id: string; isRemoved: boolean; appointmentVersion: number; rosterVersion: number }[]> {
    const { rows } = await sql.query<Awaited<ReturnType<typeof this.findApplied>>[number]>(
      `SELECT id, removed.id IS NOT NULL AS "isRemoved", coalesce(appointment_version, 0) AS "appointmentVersion",
         coalesce(roster_version, 0) AS "rosterVersion"
       FROM (SELECT id, appointment_version, roster_version FROM appointments WHERE id = ANY ($1)) known
       FULL JOIN (SELECT id FROM removed_appointments WHERE id = ANY ($1)) removed USING (id)`,
      [ids],
    )
    return rows
  },

  /** Stores an appointment, and contact data unless newer data is stored. */
  save(tx: Tx, copy: AppointmentCopy, contacts: EventContacts): void {
    tx.write(`WITH ${CONTACTS} ${APPOINTMENT}`, savedValues(copy, contacts))
  },

  /** Stores an appointment with its contact data and its notifications. */
  saveWith(
    tx: Tx,
    copy: AppointmentCopy,
    contacts: EventContacts,
    { drafts, now }: { drafts: readonly Draft[]; now: Date },
  ): void {
    tx.write(`WITH ${CONTACTS}, appointment AS (${APPOINTMENT}), ${draftsInsert('$11', '$12')}`, [
      ...savedValues(copy, contacts),
      draftsAsJson(drafts),
      now,
    ])
  },

  /** Stores changed details of a stored customer, which stay until newer data of the participants service arrives. */
  updateContact(tx: Tx, appointmentId: string, { record, fieldVersions }: StoredCustomer): void {
    tx.write(
      'UPDATE contacts SET customer = $3, field_versions = $4 WHERE appointment_id = $1 AND participant_id = $2',
      [appointmentId, record.id, JSON.stringify(record), JSON.stringify(fieldVersions)],
    )
  },

  async findContacts(sql: Sql, appointmentId: string): Promise<CustomerRecord[]> {
    const { rows } = await sql.query<{ customer: CustomerRecord }>(
      'SELECT customer FROM contacts WHERE appointment_id = $1 ORDER BY participant_id',
      [appointmentId],
    )
    return rows.map(({ customer }) => customer)
  },

  /** The customers of several appointments, by appointment id. */
  async findContactsOf(sql: Sql, appointmentIds: readonly string[]): Promise<Map<string, CustomerRecord[]>> {
    const { rows } = await sql.query<{ id: string; customers: CustomerRecord[] }>(
      `SELECT appointment_id AS id, jsonb_agg(customer ORDER BY participant_id) AS customers FROM contacts
       WHERE appointment_id = ANY ($1) GROUP BY appointment_id`,
      [appointmentIds],
    )
    return new Map(rows.map(({ id, customers }) => [id, customers]))
  },

  /**
   * Holds the contact data of customers until the transaction ends, so that their removal waits for it.
   * @returns false if one of them has been removed
   */
  async holdContacts(tx: Tx, appointmentId: string, participantIds: readonly string[]): Promise<boolean> {
    const { rowCount } = await tx.query(
      'SELECT FROM contacts WHERE appointment_id = $1 AND participant_id = ANY ($2) FOR KEY SHARE',
      [appointmentId, participantIds],
    )
    return rowCount === participantIds.length
  },

  /** Stores an event whose appointment is not known yet. */
  keepEarly(tx: Tx, appointmentId: string, event: AppointmentsEvent): void {
    tx.write(
      `INSERT INTO early_events (event_id, appointment_id, event) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [event.id, appointmentId, JSON.stringify(event)],
    )
  },

  /** Removes and returns the events that waited for an appointment, oldest first. */
  async takeEarly(tx: Tx, appointmentId: string): Promise<AppointmentsEvent[]> {
    const { rows } = await tx.query<{ event: AppointmentsEvent }>(
      'DELETE FROM early_events WHERE appointment_id = $1 RETURNING event',
      [appointmentId],
    )
    return rows
      .map(({ event }) => event)
      .sort((a, b) => a.time.localeCompare(b.time) || a.id.localeCompare(b.id))
  },

  markRemoved(tx: Tx, id: string, now: Date): void {
    tx.write('INSERT INTO removed_appointments (id, removed_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      id,
      now,
    ])
  },

  markErased(tx: Tx, id: string, now: Date): void {
    tx.write('UPDATE removed_appointments SET erased_at = $2 WHERE id = $1 AND erased_at IS NULL', [id, now])
  },
}
