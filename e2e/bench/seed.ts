import pg from 'pg'
import { daysAhead } from '@appointments/testing'
import type { DatabaseUrls } from '../src/backends.ts'

/** The day of the first seeded appointments. */
export const SEEDED_FROM = daysAhead(0, '00:00:00')

/** Seeded appointments of each application, and of each agent. */
export const PER_APPLICATION = 1000
const PER_AGENT = 100
export const AGENTS_EACH = PER_APPLICATION / PER_AGENT

/**
 * Fills the databases: every application (`app-7` of `org-7`) gets a thousand appointments of ten agents (`agent-7`,
 * `agent-32`, … if there are 25 applications), spread over the two years from `SEEDED_FROM` on. Each appointment has a
 * customer, who got one mail and will get another.
 */
export async function seed(databases: DatabaseUrls, applications: number): Promise<void> {
  const size = applications * PER_APPLICATION
  await place(databases, {
    appointments: [PLACES, [size, applications, applications * AGENTS_EACH, SEEDED_FROM]],
    applications: [APPLICATIONS, [applications]],
    tickets: [[TICKETS, []]],
    notifications: [[NOTIFICATIONS, [SEEDED_FROM]]],
  })
}

/** A statement with its values. */
type Statement = readonly [text: string, values: unknown[]]

/** The data that a system is seeded with. */
interface Seeds {
  /** The query for the appointments: n, app, org, agent, at, first_name, last_name; the last three may be null. */
  appointments: Statement
  /** Creates the applications, unless they exist. */
  applications?: Statement
  /** Create the customers' tickets, if the benchmark needs them. */
  tickets?: readonly Statement[]
  /** Create the messages, from the table `seeded` with the rows of the query. */
  notifications: readonly Statement[]
}

/** Fills the databases with appointments. Past appointments were completed. */
export async function place(
  databases: DatabaseUrls,
  { appointments: [query, values], applications, tickets = [], notifications }: Seeds,
): Promise<void> {
  const seeded: Statement = [`CREATE TEMPORARY TABLE seeded AS ${query}`, values]
  await Promise.all([
    run(databases.appointments, [
      seeded,
      ...(applications ? [applications] : []),
      // the first run of the service would otherwise make all days due at once, with the cost explained below
      ['INSERT INTO appointment_figure_state (position) VALUES (0) ON CONFLICT DO NOTHING', []],
      [APPOINTMENTS, []],
      [AGENT_BOOKINGS, []],
    ]),
    run(databases.participants, [
      seeded,
      [COPIES, []],
      [CUSTOMERS, []],
      [SEARCH_ENTRIES, []],
      [SEARCH_AGENTS, []],
      ...tickets,
    ]),
    run(databases.notifications, [
      seeded,
      [SNAPSHOTS, []],
      // the triggers would otherwise make all days due at once, and computing the figures of so many days takes hours
      ['ALTER TABLE notifications DISABLE TRIGGER USER', []],
      ...notifications,
      ['ALTER TABLE notifications ENABLE TRIGGER USER', []],
    ]),
  ])
}

async function run(url: string, statements: readonly Statement[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // in a transaction, so that no service searches the tables while they have no indexes
  await client.query('BEGIN')
  // sorts the rows of an index in memory
  await client.query("SET LOCAL maintenance_work_mem = '1GB'")
  const createIndexes = await dropIndexes(client)
  for (const [text, values] of statements) await client.query(text, values)
  for (const create of createIndexes) await client.query(create)
  await client.query('COMMIT')
  await client.query('VACUUM ANALYZE')
  await client.end()
}

/**
 * Drops the indexes that guarantee nothing, because creating them afterwards takes a fraction of the time of filling
 * them row by row.
 * @returns the statements that create them again
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
     WHERE relnamespace = 'public'::regnamespace AND NOT indisunique AND NOT indisexclusion`,
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  return rows.map(({ definition }) => definition)
}

const APPLICATIONS = `
  INSERT INTO applications (id, organization_id, version, settings, updated_at)
  SELECT 'app-' || n, 'org-' || n, 1, json_build_object('id', 'app-' || n, 'organizationId', 'org-' || n, 'version', 1,
    'agentAccess', 'ORGANIZATION', 'restrictAgentsToOwnAppointments', true, 'noShowGrace', 'PT10M',
    'notifications', json_build_object('active', false)), now()
  FROM generate_series(0, $1::int - 1) n ON CONFLICT DO NOTHING`

const PLACES = `
  SELECT n, 'app-' || n % $2 AS app, 'org-' || n % $2 AS org, 'agent-' || n % $3 AS agent,
    $4::timestamptz + (n * 7919 % 1051200) * interval '1 minute' AS at, NULL AS first_name, NULL AS last_name
  FROM generate_series(1, $1::bigint) n`

const IS_OVER = 'at < current_date'

/** The document of an appointment, with the functions of json or jsonb. */
const appointmentAs = (json: 'json' | 'jsonb') =>
  `${json}_strip_nulls(${json}_build_object('id', 'a-' || n, 'applicationId', app, 'organizationId', org,
    'applicationVersion', 1, 'version', 1, 'state', CASE WHEN ${IS_OVER} THEN 'ACTIVATED' ELSE 'SCHEDULED' END,
    'outcome', CASE WHEN ${IS_OVER} THEN 'COMPLETED' END, 'start', at, 'end', at + interval '30 minutes',
    'duration', 'PT30M', 'timezone', 'UTC', 'locale', 'en', 'metadata', '{}'::${json},
    'notificationHeaders', '{}'::${json}, 'notificationsActive', false, 'epoch', 1, 'manageVersions', '{}'::${json},
    'createdAt', now(), 'updatedAt', now()))`

const INTERACTION = `jsonb_build_object('customFields', '{}'::jsonb, 'properties', '{}'::jsonb, 'state', 'PENDING')`
const AGENT = `CASE WHEN agent IS NULL THEN '[]' ELSE jsonb_build_array(jsonb_build_object('id', agent, 'type', 'AGENT')) END`
const CUSTOMER = `jsonb_build_array(jsonb_build_object('id', 'c-' || n, 'type', 'CUSTOMER'))`
const ROSTER = `jsonb_strip_nulls(jsonb_build_object('version', 1, 'organizerId', agent, 'participants', ${AGENT} || ${CUSTOMER},
    'interaction', ${INTERACTION}, 'epoch', 1))`

const APPOINTMENTS = `
  INSERT INTO appointments (id, application_id, organization_id, state, start_at, end_at, duration, duration_ms, timezone,
    created_at, organizer_id, version, appointment, roster_version, roster, customer_joined_at)
  SELECT 'a-' || n, app, org, CASE WHEN ${IS_OVER} THEN 'ACTIVATED' ELSE 'SCHEDULED' END, at, at + interval '30 minutes',
    'PT30M', 1800000, 'UTC', now(), agent, 1, ${appointmentAs('json')}, 1, ${ROSTER},
    CASE WHEN ${IS_OVER} THEN at + n % 40 * interval '15 seconds' END
  FROM seeded`

const AGENT_BOOKINGS = `
  INSERT INTO agent_bookings (organization_id, agent_id, appointment_id, start_at, end_at, exclusive)
  SELECT organization_id, organizer_id, id, start_at, end_at, false FROM appointments WHERE organizer_id IS NOT NULL
  ON CONFLICT DO NOTHING`

const COPIES = `
  INSERT INTO appointments (id, appointment, roster, interaction_course, search_version)
  SELECT 'a-' || n, ${appointmentAs('jsonb')}, ${ROSTER}, '[]', 2 FROM seeded`

const SEARCH_ENTRIES = `
  INSERT INTO search_entries (appointment_id, organization_id, application_id, start_at, changed_at, state, outcome, has_agent,
    words, customer_words)
  SELECT 'a-' || n, org, app, at, now(), CASE WHEN ${IS_OVER} THEN 'ACTIVATED' ELSE 'SCHEDULED' END,
    CASE WHEN ${IS_OVER} THEN 'COMPLETED' END, agent IS NOT NULL, array_to_tsvector(ARRAY['a', n::text]),
    array_to_tsvector(array_remove(ARRAY['c', n::text, 'example', 'com', 'email:c-' || n || '@example.com',
      lower(first_name), lower(last_name)], NULL))
  FROM seeded ON CONFLICT DO NOTHING`

const SEARCH_AGENTS = `
  INSERT INTO search_agents (appointment_id, agent_id, start_at)
  SELECT 'a-' || n, agent, at FROM seeded WHERE agent IS NOT NULL ON CONFLICT DO NOTHING`

const CUSTOMERS = `
  INSERT INTO customers (appointment_id, id, record, field_versions)
  SELECT 'a-' || n, 'c-' || n, jsonb_strip_nulls(jsonb_build_object('id', 'c-' || n, 'email', 'c-' || n || '@example.com',
    'firstName', first_name, 'lastName', last_name)), '{}'
  FROM seeded`

const TICKETS = `
  INSERT INTO tickets (hash, appointment_id, participant_id, kind, version)
  SELECT md5(kind || n), 'a-' || n, 'c-' || n, kind, 1 FROM seeded, (VALUES ('room'), ('manage')) kinds (kind)`

const SNAPSHOTS = `
  INSERT INTO appointments (id, application_id, appointment, appointment_version, roster, roster_version, schedule_version)
  SELECT 'a-' || n, app, jsonb_build_object('id', 'a-' || n, 'start', at), 1,
    jsonb_strip_nulls(jsonb_build_object('version', 1, 'organizerId', agent, 'participants', ${AGENT})), 1, 1
  FROM seeded`

const NOTIFICATIONS = `
  INSERT INTO notifications (id, application_id, appointment_id, source_event_id, type, channel, recipient_key,
    recipient_type, recipient_name, status, planned_offset, scheduled_for, due_at, relevant_until, appointment_revision,
    invite_sequence, priority, context, created_at, updated_at)
  SELECT type || n, app, 'a-' || n, 'e-' || n, type, 'EMAIL', 'c-' || n, 'CUSTOMER', 'Ada',
    CASE WHEN type = 'CREATE' THEN 'DELIVERED' ELSE 'INITIALIZED' END,
    CASE WHEN type = 'REMINDER' THEN 'PT24H' END, CASE WHEN type = 'REMINDER' THEN at END,
    CASE WHEN type = 'REMINDER' THEN at END, at, 1, 0, 1, '{}', now(), now()
  FROM (SELECT n, app, $1::timestamptz + (2880 + n * 7919 % 1051200) * interval '1 minute' AS at FROM seeded) later,
    (VALUES ('CREATE'), ('REMINDER')) types (type)`
