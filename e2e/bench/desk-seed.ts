import pg from 'pg'
import { daysAhead } from '@appointments/testing'
import { client } from '../src/client.ts'
import { done } from '../src/done.ts'
import { token } from './callers.ts'
import { place } from './seed.ts'
import type { Stage } from './stage.ts'

/** The organization of the seeded desk, with one application that has all appointments. */
export const DESK = { organizationId: 'org-desk', applicationId: 'app-desk' }
/** Agents of the desk. The first half has no appointments before today. */
export const DESK_AGENTS = 1000
/** Number of days from today on over which the first appointments are spread, in a system of any size. */
export const DAYS_AHEAD = 100
/** Number of days before today over which all other appointments are spread. */
const DAYS_BEFORE = 1000
/** Number of appointments on the days ahead. */
export const AHEAD = 10_000
/** Number of days before today over which the messages of all appointments are spread. */
export const MESSAGE_DAYS = 90

/** Words of customers' names. One in a hundred customers has each word; only one customer has both. */
export const WORDS = { first: 'given07', last: 'family13' }
export const RARE_WORD = 'rarename'
/** A customer whose address is searched for. */
export const CONTACT = 'c-4711@example.com'

/**
 * Fills a system with the appointments of a desk. The first ones are ahead. All further ones are over and belong to
 * other agents and customers, so queries by day, agent and customer have the same results in systems of any size.
 */
export async function seedDesk({ url, system }: Stage, appointments: number): Promise<void> {
  const machine = client(url, token('machine', DESK.organizationId, ['ROLE_CLIENT_SERVICE']))
  const settings = { notifications: { active: true, limits: { emailPerMinute: 100_000 } } }
  await done(machine('PUT', `/api/v2/applications/${DESK.applicationId}`, settings))
  const midnight = daysAhead(0, '00:00:00')
  await place(system.databases, {
    appointments: [PLACES, [appointments, DESK.applicationId, DESK.organizationId, midnight]],
    notifications: [[MESSAGES, []]],
  })
  await noteDays(system.databases.appointments, 'appointment_figure_days')
  await noteDays(system.databases.notifications, 'notification_figure_days')
}

/** Makes a service compute the figures of the days that the benchmark requests. */
async function noteDays(databaseUrl: string, table: string): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query(
    `INSERT INTO ${table} (application_id, day)
     SELECT $1, (now() AT TIME ZONE 'UTC')::date - n FROM generate_series(0, 91) n ON CONFLICT DO NOTHING`,
    [DESK.applicationId],
  )
  await database.end()
}

const IS_AHEAD = `n <= ${AHEAD}`
// of the appointments ahead, one in two hundred waits for an agent
const PLACES = `
  SELECT n, $2::text AS app, $3::text AS org,
    CASE WHEN ${IS_AHEAD} AND n % 200 = 1 THEN NULL
      WHEN ${IS_AHEAD} THEN 'agent-' || n % ${DESK_AGENTS}
      ELSE 'agent-' || ${DESK_AGENTS / 2} + n % ${DESK_AGENTS / 2} END AS agent,
    $4::timestamptz + (CASE WHEN ${IS_AHEAD} THEN n % ${DAYS_AHEAD} ELSE -1 - n % ${DAYS_BEFORE} END) * interval '1 day'
      + (480 + n * 7919 % 600) * interval '1 minute' AS at,
    'Given' || lpad((n % 100)::text, 2, '0') AS first_name,
    CASE WHEN ${IS_AHEAD} AND n % 2000 = 2 THEN 'Rarename'
      WHEN NOT (${IS_AHEAD}) AND n / 100 % 100 = 13 AND n % 100 = 7 THEN 'Family14'
      ELSE 'Family' || lpad((n / 100 % 100)::text, 2, '0') END AS last_name
  FROM generate_series(1, $1::bigint) n`

// one in a hundred failed, one in ten was cancelled because the appointment changed
const MESSAGES = `
  INSERT INTO notifications (id, application_id, appointment_id, source_event_id, type, channel, recipient_key,
    recipient_type, recipient_name, status, relevant_until, appointment_revision, invite_sequence, priority, context,
    created_at, updated_at, reason)
  SELECT 'm-' || n, app, 'a-' || n, 'e-' || n, 'CREATE', CASE WHEN n % 4 = 0 THEN 'SMS' ELSE 'EMAIL' END, 'c-' || n,
    'CUSTOMER', 'Ada',
    CASE WHEN n % 100 = 0 THEN 'FAILED' WHEN n % 10 = 1 THEN 'CANCELLED' ELSE 'DELIVERED' END, at, 1, 0, 1, '{}',
    sent, sent + n % 90 * interval '1 second',
    CASE WHEN n % 100 = 0 THEN 'rejected' WHEN n % 10 = 1 THEN 'superseded' END
  FROM seeded, LATERAL (
    SELECT now() - (1440 + n * 7919 % ${MESSAGE_DAYS * 1440}) * interval '1 minute' AS sent) made`
