import pg from 'pg'
import { daysAhead } from '@appointments/testing'

/** Members of each seeded queue; `queue-50` has 50. */
export const QUEUES = [1, 50, 500, 5000] as const
/** Agents work from 9:00 to 17:00 on five days a week. */
const HOURS = [{ days: ['MO', 'TU', 'WE', 'TH', 'FR'], from: '09:00', to: '17:00' }]
/** Appointments that each agent has on each day: 30 minutes at the start of every hour, from 9:00 on. */
const A_DAY = 8

/**
 * Fills the directory of an organization with agents and queues, and gives every agent appointments on each of the next
 * days, in the database of the availability service.
 * @returns the number of appointments
 */
export async function seedCalendars(
  databaseUrl: string,
  {
    organization,
    application,
    agents,
    days,
  }: { organization: string; application: string; agents: number; days: number },
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const members of QUEUES)
      await client.query(
        `INSERT INTO queues (organization_id, id, name, content, version, created_at, updated_at)
         VALUES ($1, $2, $2, $3, nextval('versions'), now(), now())`,
        [organization, queueOf(members), { name: queueOf(members), ...QUEUE_DEFAULTS }],
      )
    await client.query(
      `INSERT INTO agents (organization_id, id, name, content, version, created_at, updated_at)
       SELECT $1, 'agent-' || n, 'Agent ' || n, $3::jsonb || jsonb_build_object('displayName', 'Agent ' || n),
         nextval('versions'), now(), now() FROM generate_series(1, $2::int) n`,
      [organization, agents, { ...AGENT_DEFAULTS, hours: HOURS }],
    )
    for (const members of QUEUES)
      await client.query(
        `INSERT INTO queue_members (organization_id, queue_id, agent_id, weight, joined_at)
         SELECT $1, $2, 'agent-' || n, 100, now() FROM generate_series(1, $3::int) n`,
        [organization, queueOf(members), Math.min(members, agents)],
      )
    const claims = [organization, application, agents, 0, days, daysAhead(0, '09:00:00'), A_DAY]
    await client.query(CLAIM_HOLDERS, claims.slice(2))
    const { rowCount } = await client.query(CLAIMS, claims)
    await client.query('VACUUM ANALYZE')
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}

export const queueOf = (members: number) => `queue-${members}`

const QUEUE_DEFAULTS = {
  requires: { skills: [], languages: [] },
  strategy: 'LEAST_LOADED',
  assign: { when: 'BOOKING', lead: 'PT24H' },
}
const AGENT_DEFAULTS = {
  timezone: 'UTC',
  languages: [],
  skills: [],
  teamIds: [],
  queues: [],
  active: true,
  managesOwnAbsence: false,
}

const CLAIM_HOLDERS = `
  INSERT INTO claim_holders (type, id, version, ends_at)
  SELECT 'APPOINTMENT', 'a-' || n || '-' || day || '-' || hour, 1,
    $4::timestamptz + day * interval '1 day' + hour * interval '1 hour' + interval '30 minutes'
  FROM generate_series(1, $1::int) n, generate_series($2::int, $3::int) day, generate_series(0, $5::int - 1) hour`

const CLAIMS = `
  INSERT INTO claims (holder_type, holder_id, organization_id, agent_id, application_id, kind, start_at, end_at,
    occupied_from, occupied_to)
  SELECT 'APPOINTMENT', 'a-' || n || '-' || day || '-' || hour, $1, 'agent-' || n, $2, 'BOOKED', at,
    at + interval '30 minutes', at, at + interval '30 minutes'
  FROM generate_series(1, $3::int) n, generate_series($4::int, $5::int) day, generate_series(0, $7::int - 1) hour,
    LATERAL (SELECT $6::timestamptz + day * interval '1 day' + hour * interval '1 hour' AS at) made`
