// What lists and counts cost with a hundred times the appointments: `npm run bench:growth`. Needs PostgreSQL.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { config, createAppointments } from '@appointments/appointments-service'
import { topology } from '@appointments/contracts'
import { CALLER_HEADER, internalTokens } from '@appointments/credentials'
import { createInProcessBroker } from '@appointments/messaging'
import { createLog } from '@appointments/runtime'
import { dropDatabasesOf, freshDatabaseOn } from '@appointments/testing'
import { recordStatements } from './recorded-statements.ts'

const postgresUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const server = { postgresUrl, run: `growth_${randomBytes(3).toString('hex')}` }
const sizes = [10_000, 1_000_000] as const
const rounds = Number(process.env.BENCH_ROUNDS ?? 200)
const INTERNAL_SECRET = 'the-internal-secret-of-the-benchmark-32b'
const tokens = internalTokens(INTERNAL_SECRET)

/** Appointments of 100 applications and of as many agents as give each a hundred, all over two years. */
async function seed(url: string, size: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const settings = (number: string) =>
    `json_build_object('id', ${number}, 'version', 1, 'agentAccess', 'ORGANIZATION', 'restrictAgentsToOwnAppointments', true, 'noShowGrace', 'PT10M', 'notifications', json_build_object('active', false))`
  await client.query(`INSERT INTO applications (id, version, settings, updated_at)
    SELECT 'app-' || n, 1, ${settings("'app-' || n")}, now() FROM generate_series(0, ${size / 1000 - 1}) n`)
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
       LATERAL (SELECT timestamptz '2027-01-01' + (n::bigint * 7919 % 1051200) * interval '1 minute' AS at,
         'agent-' || n % ($1 / 100) AS agent) made`,
    [size, size / 1000],
  )
  await client.query(`INSERT INTO agent_bookings (agent_id, appointment_id, start_at, end_at, exclusive)
    SELECT organizer_id, id, start_at, end_at, false FROM appointments`)
  await client.query('VACUUM ANALYZE')
  await client.end()
}

const year = 'range=2027-01-01T00:00:00Z,2028-01-01T00:00:00Z'
const questions = {
  'list by agent and range': `/api/v2/appointments?agentId=agent-7&${year}`,
  'list of an application': `/api/v2/appointments?applicationId=app-7&range=2027-03-01T00:00:00Z,2027-04-01T00:00:00Z`,
  '/count':
    '/api/v2/appointments/count?applicationId=app-7&organizationId=any&start=2027-03-01T00:00:00Z&timeFrame=P30D',
  '/overlap/count':
    '/api/v2/appointments/overlap/count?applicationId=app-7&organizationId=any&start=2027-03-01T00:00:00Z&duration=P7D',
}

/** Median milliseconds of each question, and the plans of its statements. */
async function measure(size: number) {
  const { url } = await freshDatabaseOn(server, `of_${size}`)
  const broker = await createInProcessBroker({ topology })
  const settings = config.parse({ PORT: '0', APPOINTMENTS_DATABASE_URL: url, INTERNAL_SECRET })
  const connectBroker = () => Promise.resolve(broker)
  const service = await createAppointments(settings, { connectBroker, log: createLog('growth', 'error') })
  await seed(url, size)
  // good for a minute, and seeding takes longer
  const token = tokens.sign({ roles: ['ROLE_SUPERVISOR'], userId: 'supervisor-1' })
  const ask = async (path: string) => {
    const response = await fetch(service.url + path, { headers: { [CALLER_HEADER]: token } })
    const body = (await response.json()) as { total?: number; count?: number } | unknown[]
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${JSON.stringify(body)}`)
    return Array.isArray(body) ? body.length : (body.total ?? body.count)
  }
  const plans = new pg.Client({ connectionString: url })
  plans.on('error', () => undefined)
  await plans.connect()
  const measured: Record<string, { ms: number; found: unknown; plan: string[] }> = {}
  for (const [name, path] of Object.entries(questions)) {
    for (let count = 0; count < 20; count += 1) await ask(path)
    const times: number[] = []
    for (let count = 0; count < rounds; count += 1) {
      const start = performance.now()
      await ask(path)
      times.push(performance.now() - start)
    }
    const sent = await recordStatements(async () => {
      await ask(path)
    })
    const plan: string[] = []
    for (const { text, values } of sent.filter(
      ({ text: one }) => /FROM appointments/.test(one) && !/check_at/.test(one),
    )) {
      const { rows } = await plans.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${text}`, values)
      plan.push(...rows.map((row) => row['QUERY PLAN']))
    }
    measured[name] = {
      ms: times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0,
      found: await ask(path),
      plan,
    }
  }
  await plans.end()
  await service.stop()
  return measured
}

try {
  const [small, large] = [await measure(sizes[0]), await measure(sizes[1])]
  for (const [name, { ms, found, plan }] of Object.entries(large)) {
    const before = small[name]
    if (!before) continue
    process.stdout.write(
      `${name}: ${before.ms.toFixed(2)} ms with ${sizes[0]} (${String(before.found)} found), ` +
        `${ms.toFixed(2)} ms with ${sizes[1]} (${String(found)} found), ratio ${(ms / before.ms).toFixed(2)}\n`,
    )
    for (const line of plan) process.stdout.write(`    ${line}\n`)
  }
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${String(error)}\n`)
} finally {
  await dropDatabasesOf(postgresUrl, server.run).catch(() => undefined)
}
process.exit()
