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
  await Promise.all([
    run(databases.appointments, [
      [APPLICATIONS, [applications]],
      [APPOINTMENTS, [size, applications, applications * AGENTS_EACH, SEEDED_FROM]],
      [AGENT_BOOKINGS, []],
    ]),
    run(databases.participants, [
      [ROSTERS, [size]],
      [CUSTOMERS, [size]],
      [TICKETS, [size]],
    ]),
    run(databases.notifications, [
      [SNAPSHOTS, [size, applications]],
      [NOTIFICATIONS, [size, applications, SEEDED_FROM]],
    ]),
  ])
}

async function run(url: string, statements: readonly (readonly [string, unknown[]])[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const [text, values] of statements) await client.query(text, values)
  await client.query('VACUUM ANALYZE')
  await client.end()
}

const APPLICATIONS = `
  INSERT INTO applications (id, organization_id, version, settings, updated_at)
  SELECT 'app-' || n, 'org-' || n, 1, json_build_object('id', 'app-' || n, 'organizationId', 'org-' || n, 'version', 1,
    'agentAccess', 'ORGANIZATION', 'restrictAgentsToOwnAppointments', true, 'noShowGrace', 'PT10M',
    'notifications', json_build_object('active', false)), now()
  FROM generate_series(0, $1::int - 1) n ON CONFLICT DO NOTHING`

const APPOINTMENTS = `
  INSERT INTO appointments (id, application_id, organization_id, state, start_at, end_at, duration, duration_ms, timezone,
    created_at, organizer_id, version, appointment, roster_version, roster)
  SELECT 'a-' || n, app, org, 'SCHEDULED', at, at + interval '30 minutes', 'PT30M', 1800000, 'UTC', now(), agent, 1,
    json_build_object('id', 'a-' || n, 'applicationId', app, 'organizationId', org, 'applicationVersion', 1, 'version', 1,
      'state', 'SCHEDULED', 'start', at, 'end', at + interval '30 minutes', 'duration', 'PT30M', 'timezone', 'UTC',
      'locale', 'en', 'metadata', '{}'::json, 'notificationHeaders', '{}'::json, 'notificationsActive', false, 'epoch', 1,
      'manageVersions', '{}'::json, 'createdAt', now(), 'updatedAt', now()),
    1,
    json_build_object('version', 1, 'organizerId', agent, 'participants', json_build_array(json_build_object('id', agent, 'type', 'AGENT')),
      'interaction', json_build_object('customFields', '{}'::json, 'properties', '{}'::json, 'state', 'PENDING'), 'epoch', 1)
  FROM generate_series(1, $1::bigint) n,
    LATERAL (SELECT 'app-' || n % $2 AS app, 'org-' || n % $2 AS org, 'agent-' || n % $3 AS agent,
      $4::timestamptz + (n * 7919 % 1051200) * interval '1 minute' AS at) made`

const AGENT_BOOKINGS = `
  INSERT INTO agent_bookings (organization_id, agent_id, appointment_id, start_at, end_at, exclusive)
  SELECT organization_id, organizer_id, id, start_at, end_at, false FROM appointments WHERE organizer_id IS NOT NULL
  ON CONFLICT DO NOTHING`

const ROSTERS = `
  INSERT INTO appointments (id, appointment, roster, interaction_course)
  SELECT 'a-' || n, jsonb_build_object('id', 'a-' || n), jsonb_build_object('version', 1), '[]'
  FROM generate_series(1, $1::bigint) n`

const CUSTOMERS = `
  INSERT INTO customers (appointment_id, id, record, field_versions)
  SELECT 'a-' || n, 'c-' || n, jsonb_build_object('id', 'c-' || n, 'email', 'c-' || n || '@example.com'), '{}'
  FROM generate_series(1, $1::bigint) n`

const TICKETS = `
  INSERT INTO tickets (hash, appointment_id, participant_id, kind, version)
  SELECT md5(kind || n), 'a-' || n, 'c-' || n, kind, 1
  FROM generate_series(1, $1::bigint) n, (VALUES ('room'), ('manage')) kinds (kind)`

const SNAPSHOTS = `
  INSERT INTO appointments (id, application_id, appointment, appointment_version, roster, roster_version, schedule_version)
  SELECT 'a-' || n, 'app-' || n % $2, jsonb_build_object('id', 'a-' || n), 1, jsonb_build_object('version', 1), 1, 1
  FROM generate_series(1, $1::bigint) n`

const NOTIFICATIONS = `
  INSERT INTO notifications (id, application_id, appointment_id, source_event_id, type, channel, recipient_key,
    recipient_type, recipient_name, status, planned_offset, scheduled_for, due_at, relevant_until, appointment_revision,
    invite_sequence, priority, context, created_at, updated_at)
  SELECT type || n, 'app-' || n % $2, 'a-' || n, 'e-' || n, type, 'EMAIL', 'c-' || n, 'CUSTOMER', 'Ada',
    CASE WHEN type = 'CREATE' THEN 'DELIVERED' ELSE 'INITIALIZED' END,
    CASE WHEN type = 'REMINDER' THEN 'PT24H' END, CASE WHEN type = 'REMINDER' THEN at END,
    CASE WHEN type = 'REMINDER' THEN at END, at, 1, 0, 1, '{}', now(), now()
  FROM generate_series(1, $1::bigint) n, (VALUES ('CREATE'), ('REMINDER')) types (type),
    LATERAL (SELECT $3::timestamptz + (2880 + n * 7919 % 1051200) * interval '1 minute' AS at) made`
