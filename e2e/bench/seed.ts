import pg from 'pg'
import { daysAhead } from '@appointments/testing'

/** The day of the first seeded appointments. */
export const SEEDED_FROM = daysAhead(0, '00:00:00')

/** Maximum number of seeded appointments per application. */
const PER_APPLICATION = 1000
const PER_AGENT = 100

/**
 * Fills the database of the appointments service: every thousand belong to an application (`app-7`), every
 * hundred to an agent (`agent-7`), and all are spread over the two years from `SEEDED_FROM` on.
 */
export async function seedAppointments(url: string, size: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const applications = size / PER_APPLICATION
  await client.query(
    `INSERT INTO applications (id, version, settings, updated_at)
     SELECT 'app-' || n, 1, json_build_object('id', 'app-' || n, 'version', 1, 'agentAccess', 'ORGANIZATION',
       'restrictAgentsToOwnAppointments', true, 'noShowGrace', 'PT10M', 'notifications', json_build_object('active', false)), now()
     FROM generate_series(0, $1::int - 1) n`,
    [applications],
  )
  await client.query(
    `INSERT INTO appointments (id, application_id, state, start_at, end_at, duration, duration_ms, timezone, created_at,
       organizer_id, version, appointment, roster_version, roster)
     SELECT 'a-' || n, 'app-' || n % $2, 'SCHEDULED', at, at + interval '30 minutes', 'PT30M', 1800000, 'UTC', now(), agent, 1,
       json_build_object('id', 'a-' || n, 'applicationId', 'app-' || n % $2, 'applicationVersion', 1, 'version', 1, 'state', 'SCHEDULED',
         'start', at, 'end', at + interval '30 minutes', 'duration', 'PT30M', 'timezone', 'UTC', 'locale', 'en', 'metadata', '{}'::json,
         'notificationHeaders', '{}'::json, 'notificationsActive', false, 'epoch', 1, 'manageVersions', '{}'::json, 'createdAt', now(), 'updatedAt', now()),
       1,
       json_build_object('version', 1, 'organizerId', agent, 'participants', json_build_array(json_build_object('id', agent, 'type', 'AGENT')),
         'interaction', json_build_object('customFields', '{}'::json, 'properties', '{}'::json, 'state', 'PENDING'), 'epoch', 1)
     FROM generate_series(1, $1::int) n,
       LATERAL (SELECT $4::timestamptz + (n::bigint * 7919 % 1051200) * interval '1 minute' AS at,
         'agent-' || n % $3 AS agent) made`,
    [size, applications, size / PER_AGENT, SEEDED_FROM],
  )
  await client.query(`INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive)
    SELECT organizer_id, id, start_at, end_at, false FROM appointments WHERE organizer_id IS NOT NULL
    ON CONFLICT DO NOTHING`)
  await client.query('VACUUM ANALYZE')
  await client.end()
}
